"""Removing any one rule of the checker makes a broken course pass unseen, and so a test fail."""

import importlib.util
from pathlib import Path

import pytest

from macros.site import rules

pytestmark = pytest.mark.audit
BROKEN = Path(__file__).parent / "test_broken.py"


@pytest.fixture(scope="module")
def broken():
    """The suite of broken courses."""
    spec = importlib.util.spec_from_file_location("broken", BROKEN)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LISTS = [(name, rule) for name in ("RULES", "PAGE_RULES") for rule in getattr(rules, name)]


@pytest.mark.parametrize(("name", "rule"), LISTS, ids=[rule.__name__ for _, rule in LISTS])
def test_without_it_a_broken_course_passes(name, rule, broken, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(rules, name, tuple(one for one in getattr(rules, name) if one is not rule))
    courses = [one.values[0] for one in broken.ALL]
    unseen = (broken.told(case, tmp_path / str(at)) != case.expected for at, case in enumerate(courses))
    assert any(unseen)
