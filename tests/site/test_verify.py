"""The built site read again: what leads nowhere is told, pictures too."""

from macros.site.verify import broken


def test_a_link_and_a_picture_that_lead_nowhere_are_told(tmp_path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "hay.png").touch()
    (site / "index.html").write_text(
        '<a href="nada/">a</a> <img alt="" src="nada.png"> <img src="hay.png"> <img src="data:image/png,x">', "utf-8"
    )
    assert [f"{one.code} {one.message}" for one in broken(site, {})] == [
        "E162 el enlace «nada/» no lleva a ninguna parte",
        "E162 el enlace «nada.png» no lleva a ninguna parte",
    ]
