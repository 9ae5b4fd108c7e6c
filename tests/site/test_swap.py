"""Only whole sites are published: a build that is killed leaves the former site, and the next one is right."""

import hashlib
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.site

TINY = Path(__file__).parent / "tiny"


def fingerprint(folder: Path) -> str | None:
    """All files under FOLDER as one hash; None if it is not there. The sitemap carries the day, and is left out."""
    if not folder.exists():
        return None
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("sitemap"):
            whole.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()


def killed_builds(root: Path, curso: Callable[..., subprocess.CompletedProcess[str]], times: int) -> None:
    """Kill TIMES builds of ROOT, whole ones and small ones by turns, each at a random moment; each leaves a whole site."""
    chance = random.Random(times)
    data = root / "docs/datos/cocina.yaml"
    text = data.read_text("utf-8")
    assert curso(root, "build").returncode == 0
    former = fingerprint(root / "site")
    for turn in range(times):
        data.write_text(text.replace("1.5 kW", f"1.{turn + 1:02} kW"), "utf-8")
        whole = ["--clean"] if turn % 2 else []
        command = [sys.executable, "-m", "macros.site", "--root", str(root), "build", "-q", *whole]
        with subprocess.Popen(command) as building:
            time.sleep(chance.uniform(0.2, 1.9 if whole else 0.9))
            building.kill()
        left = fingerprint(root / "site")
        done = curso(root, "build")
        assert done.returncode == 0, done.stderr
        present = fingerprint(root / "site")
        assert left in {former, present, None}
        former = present
    assert curso(root, "build", "--clean").returncode == 0
    assert fingerprint(root / "site") == former


def test_a_killed_build_leaves_a_whole_site(tmp_path, curso) -> None:
    shutil.copytree(TINY, tmp_path / "root")
    killed_builds(tmp_path / "root", curso, 8)


@pytest.mark.audit
def test_fifty_killed_builds_leave_whole_sites(tmp_path, curso) -> None:
    shutil.copytree(TINY, tmp_path / "root")
    killed_builds(tmp_path / "root", curso, 50)


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


@pytest.mark.parametrize("place", ["decks", "notas", "docs", "."])
def test_a_folder_that_is_no_site_is_not_replaced(place, tmp_path, curso) -> None:
    root = tmp_path / "root"
    shutil.copytree(TINY, root)
    (root / "notas").mkdir()
    (root / "notas/mias.txt").write_text("mías", "utf-8")
    (root / "decks").mkdir()
    (root / "decks/nota.txt").write_text("mía", "utf-8")
    settings = root / "mkdocs.yml"
    settings.write_text(settings.read_text("utf-8") + f"site_dir: {place}\n", "utf-8")
    done = curso(root, "build")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert (root / "notas/mias.txt").exists()
    assert (root / "decks/nota.txt").exists()
    assert (root / "docs/index.md").exists()
