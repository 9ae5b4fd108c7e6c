"""YAML text to facts and sources, or problems."""
