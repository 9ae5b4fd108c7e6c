"""`python -m macros.site` is `curso`."""

from macros.site.cli import main

main(prog_name="curso")
