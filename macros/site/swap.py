"""The site put in its place in one step: built beside the old one, then two renames."""

import re
import shutil
from pathlib import Path

_PLACE = re.compile(r"^site_dir:[ ]*[\"']?([^\s\"'#]+)", re.MULTILINE)


def site_of(root: Path) -> Path:
    """Where the site of the course in ROOT stands, as its settings say in plain words."""
    settings = root / "mkdocs.yml"
    said = _PLACE.search(settings.read_text("utf-8")) if settings.exists() else None
    return root / (said[1] if said else "site")


def beside(root: Path) -> Path:
    """Where a site is built before it takes the old one's place."""
    return root / ".cache" / "site"


def spare(root: Path) -> Path:
    """Where a former site may be kept, for the next copy to be made of."""
    return root / ".cache" / "spare-site"


def _former(root: Path) -> Path:
    """Where the old site waits between the two renames of a swap."""
    return root / ".cache" / "former-site"


def swap(built: Path, site: Path, root: Path, *, keep: bool = False) -> None:
    """Put the folder BUILT in the place of SITE, in two renames; the former one goes, or is the spare if KEEP."""
    former = _former(root)
    shutil.rmtree(former, ignore_errors=True)
    shutil.rmtree(spare(root), ignore_errors=True)
    if site.exists():
        site.rename(former)
    built.rename(site)
    if keep and former.exists():
        former.rename(spare(root))
    shutil.rmtree(former, ignore_errors=True)


def swap_mended(site: Path, root: Path) -> None:
    """Bring the old site back where a swap was cut between its two renames."""
    if not site.exists() and _former(root).exists():
        _former(root).rename(site)
