"""The site put in its place in one step: built beside the old one, then two renames."""

import os
import re
import shutil
from pathlib import Path

from macros.site.course import files

# What tells a site from another folder.
_OWN = ("index", "404")
_PLACE = re.compile(r"^site_dir:[ ]*[\"']?([^\s\"'#]+)", re.MULTILINE)


def site_of(root: Path) -> Path:
    """Where the site of the course in ROOT stands, as its settings say in plain words."""
    settings = root / "mkdocs.yml"
    said = _PLACE.search(settings.read_text("utf-8")) if settings.exists() else None
    return root / (said[1] if said else "site")


def may_take(site: Path, root: Path) -> bool:
    """Whether a site may take the place SITE: nothing stands there, or a site; the course in ROOT does not."""
    if root.is_relative_to(site):
        return False
    return not site.exists() or not any(site.iterdir()) or any((site / f"{name}.html").exists() for name in _OWN)


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


def linked(site: Path, new: Path, without: set[str]) -> None:
    """Make the folder NEW of the files of SITE, WITHOUT some; what the disk shares between them already stays."""
    names = [name.partition("/")[2] for name in files(site.parent, site.name)]
    there = {name.partition("/")[2] for name in files(new.parent, new.name)}
    for name in there - set(names):
        os.unlink(f"{new}/{name}")  # noqa: PTH108 - here and below: a thousand files at each build
    made: set[str] = set()
    for name in names:
        old, copy = f"{site}/{name}", f"{new}/{name}"
        folder = copy.rpartition("/")[0]
        if name in there and name not in without and os.path.samestat(os.stat(old), os.stat(copy)):  # noqa: PTH116
            continue
        if name in there:
            os.unlink(copy)  # noqa: PTH108
        elif folder not in made:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
            made.add(folder)
        if name not in without:
            _shared(old, copy)


def _shared(old: str, new: str) -> None:
    try:
        os.link(old, new)
    except OSError:
        shutil.copy2(old, new)
