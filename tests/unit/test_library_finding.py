"""Which files are meant when files and folders are named."""

from pathlib import Path

from bot.library import FoundFiles, files_of
from tests.format_samples import SAMPLES


def test_a_folder_stands_for_the_papers_in_it_at_any_depth(tmp_path: Path) -> None:
    inside = tmp_path / "papers" / "deep" / "er"
    inside.mkdir(parents=True)
    for name in ("b.bib", "a.RIS", "c.pdf", ".hidden.bib"):
        (inside / name).write_text("x")
    (tmp_path / "papers" / "page.md").write_text(SAMPLES["PMLR front matter"])
    (tmp_path / "papers" / "README.md").write_text("# Read me")
    (tmp_path / "papers" / ".git").mkdir()
    (tmp_path / "papers" / ".git" / "d.bib").write_text("x")

    found = files_of([tmp_path / "papers", tmp_path / "named.dat"])

    assert [file.name for file in found.files] == ["page.md", "a.RIS", "b.bib", "named.dat"]
    assert found.others == 2


def test_links_in_a_folder_are_left_alone_and_lead_nobody_in_circles(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "secret.bib").write_text("x")
    (tmp_path / "papers" / "link.bib").symlink_to(tmp_path / "secret.bib")
    (tmp_path / "papers" / "circle").symlink_to(tmp_path / "papers")

    assert files_of([tmp_path / "papers"]) == FoundFiles()
    assert files_of([tmp_path / "papers" / "link.bib"]).files == (tmp_path / "papers" / "link.bib",)
