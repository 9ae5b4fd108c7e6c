"""The core of the course: problems, units, facts, calculation, figures, words; and the top floor, `site`."""
