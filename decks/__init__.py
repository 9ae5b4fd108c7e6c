"""Decks: cards in YAML, and cards as Anki packages."""
