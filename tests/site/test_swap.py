"""Only whole sites are published: a build that is killed leaves the former site, and the next one is right."""

import hashlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.site

TINY = Path(__file__).parent / "tiny"
MOMENTS = (0.3, 0.6, 0.9, 1.1, 1.3, 1.5)


def fingerprint(folder: Path) -> str | None:
    """All files under FOLDER as one hash; None if it is not there. The sitemap carries the day, and is left out."""
    if not folder.exists():
        return None
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("sitemap"):
            whole.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()


def test_a_killed_build_leaves_a_whole_site(tmp_path, curso) -> None:
    root = tmp_path / "root"
    shutil.copytree(TINY, root)
    assert curso(root, "build").returncode == 0
    old = fingerprint(root / "site")
    data = root / "docs/datos/cocina.yaml"
    data.write_text(data.read_text("utf-8").replace("1.5 kW", "1.8 kW"), "utf-8")
    seen = set()
    for moment in MOMENTS:
        with subprocess.Popen([sys.executable, "-m", "macros.site", "--root", str(root), "build", "-q"]) as building:
            time.sleep(moment)
            building.kill()
        seen.add(fingerprint(root / "site"))
    assert curso(root, "build").returncode == 0
    new = fingerprint(root / "site")
    assert new != old
    assert seen <= {old, new, None}


def test_a_swap_cut_between_its_renames_is_mended(tmp_path, curso) -> None:
    root = tmp_path / "root"
    shutil.copytree(TINY, root)
    assert curso(root, "build").returncode == 0
    old = fingerprint(root / "site")
    (root / "site").rename(root / ".cache/former-site")
    page = root / "docs/index.md"
    page.write_text(page.read_text("utf-8") + '\n[= fact("no.hay") =]\n', "utf-8")
    assert curso(root, "build").returncode == 1
    assert fingerprint(root / "site") == old
    page.write_text((TINY / "docs/index.md").read_text("utf-8"), "utf-8")
    assert curso(root, "build").returncode == 0
    assert fingerprint(root / "site") == old
