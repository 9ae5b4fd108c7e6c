"""Diagrams: one YAML of words and one module of geometry each, drawn as accessible SVG."""
