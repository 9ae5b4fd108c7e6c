"""The calculation module: the grammar of figures, the expression tree and its readings, the formulas."""
