"""Where the machine lacks libcairo the site builds without PNGs, and says so in one sentence that names the cure."""

import subprocess
import sys
from pathlib import Path

import pytest

# `cairosvg` raises OSError at import where the library is missing; this module stands in for such a machine.
pytestmark = pytest.mark.site

MISSING = "raise OSError('no library called \"cairo\" was found')\n"


def test_the_site_builds_without_cairo_and_says_so(course: Path, tmp_path: Path) -> None:
    (tmp_path / "cairosvg.py").write_text(MISSING, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "macros.site", "--root", str(course), "build"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "libcairo" in line]
    assert len(told) == 1
    assert "apt-get install libcairo2" in told[0]
    assert (course / "site/diagramas/escala-de-decision.svg").exists()
    assert not list((course / "site/diagramas").glob("*.png"))
    assert 'href="../../diagramas/escala-de-decision.png"' not in (
        course / "site/lecciones/ia-escala-hardware/index.html"
    ).read_text("utf-8")
