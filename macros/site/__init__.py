"""The top floor: checks, pages, provenance, the MkDocs plugin and the command `curso`."""
