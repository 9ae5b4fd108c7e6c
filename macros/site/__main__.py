"""`python -m macros.site` is `curso`."""

from macros.site.cli import curso

curso()
