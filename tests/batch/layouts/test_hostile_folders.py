"""Whatever students leave in a folder, it is gone through without blocking, following or falling over."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.batch.layouts import LayoutError, find
from tests.batch.layouts.conftest import STARTER

PATTERN = "{student}/{exercise}.py"
A = ("alice", "03_abs_static")
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs what POSIX calls files")


@posix
def test_a_pipe_is_a_submission_that_cannot_be_read_and_nothing_waits_for_it(handed):
    (handed.root / "alice").mkdir()
    os.mkfifo(handed.root / "alice" / "exercise3.py")
    (one,) = handed.find(pattern=PATTERN).submissions
    assert (one.key, one.sha256) == (A, "")


@posix
@pytest.mark.parametrize("target", ["/etc/hostname", "../bob/exercise3.py", "exercise3.py", "nowhere", "/dev/zero"])
def test_a_link_out_of_its_folder_is_not_followed(handed, target):
    handed.write("bob/exercise3.py")
    (handed.root / "alice").mkdir()
    (handed.root / "alice" / "exercise3.py").symlink_to(target)
    found = {one.student: one.sha256 for one in handed.find(pattern=PATTERN).submissions}
    assert found["alice"] == ""
    assert found["bob"] != ""


@posix
def test_a_link_to_a_folder_is_not_gone_into(handed):
    handed.write("alice/exercise3.py")
    (handed.root / "alice" / "again").symlink_to("..", target_is_directory=True)
    (handed.root / "mallory").symlink_to("alice", target_is_directory=True)
    found = handed.find(pattern=PATTERN)
    assert set(handed.keyed(found)) == {A}
    assert all("again" not in one.path for one in found.misfits)


def test_a_file_that_is_too_large_is_a_submission_whose_report_will_say_so(handed):
    with handed.write("alice/exercise3.py").open("wb") as file:
        file.truncate(1 << 40)
    (one,) = handed.find(pattern=PATTERN).submissions
    assert (one.key, one.sha256) == (A, "")


def test_the_largest_file_that_is_graded_has_its_hash(handed):
    handed.write("alice/exercise3.py", b"#" * (1 << 20))
    assert handed.find(pattern=PATTERN).submissions[0].sha256


def test_folders_nested_beyond_reason_are_told_once(handed):
    path = handed.root
    for _ in range(40):
        path /= "d"
        path.mkdir()
    (path / "exercise3.py").write_text("x")
    handed.write("alice/exercise3.py")
    found = handed.find(pattern=PATTERN)
    assert set(handed.keyed(found)) == {A}
    assert [one.reason for one in found.misfits] == ["What lies deeper than 20 folders is not looked for; move it up."]


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_is_closed_is_told_and_the_rest_is_found(handed):
    handed.write("alice/exercise3.py")
    handed.write("bob/exercise3.py")
    (handed.root / "bob").chmod(0)
    found = handed.find(pattern=PATTERN)
    (handed.root / "bob").chmod(0o700)
    assert set(handed.keyed(found)) == {A}
    assert "cannot be read" in found.misfits[0].reason


@pytest.mark.skipif(sys.platform != "linux", reason="needs file names that are no text")
def test_names_that_are_no_text_are_listed_so_that_they_can_be_written_down(handed):
    handed.write("alice/exercise3.py")
    handed.write(os.fsdecode(b"\xff/exercise3.py"))
    handed.write(os.fsdecode(b"bob/\xfe\n.py"))
    found = handed.find(pattern=PATTERN)
    assert set(handed.keyed(found)) == {A}
    assert len(found.misfits) == 2
    assert msgspec.json.decode(msgspec.json.encode(found.misfits))


def test_thousands_of_files_are_found_and_those_of_other_kinds_told_in_one_line(handed):
    handed.write("x/a.py")
    for number in range(2000):
        (handed.root / "x" / f"{number}_exercise3.py").touch()
    (handed.root / "data").mkdir()
    for number in range(2000):
        (handed.root / "data" / f"{number}.txt").touch()
    found = handed.find(pattern="{student}_{exercise}.py")
    assert len(found.submissions) == 2000
    assert handed.reasons(found)["data"] == (
        "It holds 2000 files, but no .py file, notebook or .zip; ask for one of these."
    )


def test_what_systems_leave_lying_about_is_no_word_worth(handed):
    for name in (
        "alice/.DS_Store",
        "alice/Thumbs.db",
        "__MACOSX/alice/exercise3.py",
        "alice/__pycache__/x.py",
        ".git/x.py",
    ):
        handed.write(name)
    handed.write("alice/exercise3.py")
    assert set(handed.whose(pattern=PATTERN)) == {A}


def test_other_files_beside_a_submission_are_left_alone_and_without_one_are_told(handed):
    handed.write("alice/exercise3.py")
    handed.write("alice/notes/report.pdf")
    handed.write("bob/exercise3.docx")
    assert handed.reasons(handed.find(pattern=PATTERN)) == {
        "bob/exercise3.docx": "It is no .py file, notebook or .zip; ask for exercise3.py or exercise3.ipynb."
    }


def test_an_exercise_in_another_kind_of_file_is_told_whatever_lies_beside_it(handed):
    for name in ("alice/exercise3.py", "alice/exercise3.txt", "alice/exercise4.txt", "alice/notes.txt"):
        handed.write(name)
    assert list(handed.reasons(handed.find(pattern=PATTERN))) == ["alice/exercise4.txt"]
    for name in ("flat/bob_exercise3.py", "flat/carol_exercise3.rtf", "flat/README"):
        handed.write(name)
    assert list(handed.reasons(handed.find(handed.root / "flat", pattern="{student}_{exercise}.py"))) == [
        "flat/README",
        "flat/carol_exercise3.rtf",
    ]


def test_an_export_within_the_folder_is_told_to_be_named_itself(handed):
    handed.write("assignment_1_export/submission_metadata.yml", "submission_1:\n  :submitters: []\n")
    handed.write("assignment_1_export/submission_1/exercise3.py")
    assert "name this very folder" in handed.reasons(handed.find())["assignment_1_export"]


def test_the_results_of_a_batch_are_no_submissions(handed):
    handed.write("alice/exercise3.py")
    handed.write("grades/results.jsonl")
    handed.write("grades/exercise3.py")
    assert "results of a batch" in handed.reasons(handed.find(pattern=PATTERN))["grades"]


@pytest.mark.parametrize("name", ["03_abs_static", ".", "..", "exercises", "~"])
def test_the_name_of_a_file_means_no_exercise_by_its_path(handed, course, monkeypatch, name):
    """Even where the grader stands in the folder of an exercise that its course does not have."""
    (course.exercises[0] / "exercise.yaml").write_text("x")
    monkeypatch.chdir(course.exercises[0].parent)
    course = msgspec.structs.replace(course, exercises=course.exercises[1:])
    handed.course = course
    handed.write(f"alice/{name}.py")
    assert handed.find(pattern=PATTERN).submissions == ()


def test_a_single_file_of_another_kind_is_listed(handed):
    file = handed.write("alice.pdf")
    assert list(handed.reasons(handed.find(file, pattern="{student}.*", exercise="3"))) == ["alice.pdf"]


@pytest.mark.parametrize("name", ["none", "a\0b", "x" * 300])
def test_a_folder_that_cannot_be_is_an_error_of_one_line(handed, name):
    with pytest.raises(LayoutError) as caught:
        handed.find(handed.root / name)
    assert "\n" not in str(caught.value)


def archive(*names):
    """The bytes of an archive with sources of these names."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        for name in names:
            packed.writestr(name, f"# {name}")
    return held.getvalue()


FOLDERS = (
    "",
    "ann/",
    "bob/",
    "ann/notes/",
    "zoe\u0308/",
    "exercise3/",
    "section 1/ann/",
    "__MACOSX/",
    "ann/__MACOSX/x/",
    ".git/",
    "ann/.ipynb_checkpoints/",
    "submission_1/",
    "submission_9/",
    "ann/ps1/",
    "bob/ps1/",
    "bob/ps1/ps1/",
    "grades/",
)
STEMS = (
    "exercise3",
    "exercise3 (1)",
    "exercise3 - Kopie",
    "exercise3-Copy1",
    "abs_where",
    "ann_exercise3",
    "bob_exercise4",
    "ann_2027-01-30-11-00-00_exercise3",
    "kimlee_LATE_3143_207797_exercise3-1",
    "ann",
    "ann_bob_exercise3",
    "notes",
    "README",
    ".exercise3",
    "._ann_exercise3",
    "\u65e5\u672c",
    "\u202eexercise3",
    "timestamp",
)
ENDINGS = (".py", ".PY", ".ipynb", ".zip", ".py.txt", ".ipynb.json", ".tar.gz", ".pyc", "", ".docx", ".py~", ".txt")
FIXED = ("ann/.DS_Store", ".DS_Store", "ann/Thumbs.db", "grades/results.jsonl")
METADATA = "submission_1:\n  :submitters:\n  - :sid: ann\n  - :sid: bob\nsubmission_2:\n  :submitters:\n  - :sid: kim\n"
KINDS = ("empty", "same", "other", "zip", "link", "out", "folder")
MODES = {
    "flat": {"pattern": "{student}_{exercise}"},
    "folders": {"pattern": "{student}/{exercise}.py"},
    "exercises": {"pattern": "{exercise}/{student}.*"},
    "one": {"pattern": "{student}_*", "exercise": "3"},
    "roster": {},
    "roster of one": {"exercise": "3"},
    "both": {"pattern": "*{student}_{exercise}.py"},
    "plain": {},
    "gradescope": {},
    "nbgrader": {},
    "nbgrader and more": {},
}


def lay(root, name, kind):
    """Lays something into a folder, where nothing lies yet."""
    path = root / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path):
            return
        if kind in {"link", "out", "folder"}:
            path.symlink_to({"link": "exercise3.py", "out": "/etc/hostname", "folder": ".."}[kind])
        else:
            data = {"empty": b"", "same": STARTER, "other": name.encode(), "zip": archive("kim_exercise3.py", "x.docx")}
            path.write_bytes(data[kind])
    except OSError:  # a file lies where a folder should
        return


@posix
@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.tuples(
                st.tuples(st.sampled_from(FOLDERS), st.sampled_from(STEMS), st.sampled_from(ENDINGS)).map("".join),
                st.sampled_from(KINDS),
            ),
            st.tuples(st.sampled_from(FIXED), st.just("other")),
        ),
        max_size=14,
    )
)
def test_every_file_is_graded_or_listed_or_left_aside_and_the_counts_add_up(tmp_path_factory, course_once, mode, laid):
    root = tmp_path_factory.mktemp("tree")
    given = dict(MODES[mode])
    if mode == "gradescope":
        (root / "submission_metadata.yml").write_text(METADATA)
    if "roster" in mode or mode == "both":
        given["roster"] = root.with_name(f"{root.name}.csv")
        given["roster"].write_text("id\nann\nbob\nkim\n3143\n")
    top = root / "submitted" if mode == "nbgrader" else root
    top.mkdir(exist_ok=True)
    if mode == "nbgrader and more":
        lay(top, "submitted/zed/ps1/exercise3.py", "other")
    for name, kind in laid:
        lay(top, name, kind)
    found = find((top,), course_once, **given)
    there = {
        str(Path(at, name))
        for at, folders, names in os.walk(top)
        for name in (*names, *(one for one in folders if Path(at, one).is_symlink()))
    }
    graded = {one.path for one in found.submissions}
    listed = {one.path: one.files for one in (*found.misfits, *found.aside)}
    assert graded <= there
    assert not graded & set(listed)
    assert not {one.path for one in found.misfits} & {one.path for one in found.aside}
    assert len(graded) + sum(listed.values()) == len(there)
    for path in there - graded:
        shown = "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in path)
        assert any(files and (shown == at or shown.startswith(f"{at}/")) for at, files in listed.items()), path
    assert bool(found.lost) == any(not one.absent for one in found.misfits)
    assert all(one.reason.endswith(".") or "?" in one.reason or ";" in one.reason for one in found.misfits)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bob_exercise3.py.txt", "Its name ends in '.py.txt', so it is no Python file; rename it to bob_exercise3.py."),
        ("bob_exercise3.ipynb.json", "rename it to bob_exercise3.ipynb."),
        ("bob_exercise3.py (1)", "rename it to bob_exercise3.py."),
        ("bob_exercise3.py.docx", "rename it to bob_exercise3.py."),
        ("bob_exercise3.tar.gz", "It is an archive that is not opened; ask for bob_exercise3.py itself, or a .zip."),
        ("bob_exercise3.rar", "ask for bob_exercise3.py itself"),
        ("bob_exercise3.pyc", "It is compiled, and no source; ask for bob_exercise3.py."),
        ("bob_exercise3", "Its name has no ending; rename it to bob_exercise3.py if it is Python"),
        ("bob_exercise3.docx", "ask for bob_exercise3.py or bob_exercise3.ipynb."),
        ("bob_exercise3 (1).txt", "ask for bob_exercise3 (1).py"),
        (".bob_exercise3.py", "Its name begins with a dot, which hides it; rename it to bob_exercise3.py."),
    ],
)
@pytest.mark.parametrize("given", ["pattern", "roster"])
def test_a_misnamed_file_is_its_students_and_listed_with_the_name_it_should_have(handed, tmp_path, name, said, given):
    (tmp_path / "class.csv").write_text("id\nann\nbob\n")
    handed.write("ann_exercise3.py")
    handed.write(name)
    how = {"pattern": {"pattern": "{student}_{exercise}"}, "roster": {"roster": tmp_path / "class.csv"}}
    found = handed.find(**how[given])
    (one,) = found.misfits
    assert said in one.reason
    assert (one.student, one.exercise, found.lost) == ("bob", "03_abs_static", 1)
    assert found.account == "2 files: 1 graded, 1 not graded."


NAMED = {"pattern": "{student}_{exercise}.*"}


def zipped(**files):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return held.getvalue()


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize(
    ("held", "given"),
    [
        ({"ann_exercise3.py": "1", "bob_exercise3.py": "2"}, NAMED),
        ({"class/ann_exercise3.py": "1", "class/bob_exercise3.py": "2", "__MACOSX/class/._x.py": ""}, NAMED),
        ({"ann_exercise3.zip": archive("exercise3.py"), "bob_exercise3.zip": archive("exercise3.py", "x.md")}, NAMED),
        ({"ann_exercise3.py": "1", "bob_exercise3.py": "2", "../cyd_exercise3.py": "3"}, NAMED),
    ],
)
def test_an_archive_of_submissions_is_read_as_a_folder_is(handed, tmp_path, held, given, inside):
    path = handed.write("class.zip", zipped(**held))
    found = handed.find(handed.root if inside else path, results=tmp_path / "out", **given)
    assert {one.student for one in found.submissions} == {"ann", "bob"}
    assert [one.reason for one in found.misfits] == ["Its name leads out of the archive; pack it again."] * (
        "../cyd_exercise3.py" in held
    )
    assert not list(tmp_path.rglob("cyd*"))
    assert sum(one.files for one in (*found.misfits, *found.aside)) + 2 == len(held)


def test_an_archive_with_its_own_folder_may_have_the_students_as_folders(handed, tmp_path):
    path = handed.write("class.zip", zipped(**{"class/ann/exercise3.py": "1", "class/bob/exercise3.py": "2"}))
    found = handed.find(path, results=tmp_path / "out", pattern="{student}/{exercise}.py")
    assert {one.student for one in found.submissions} == {"ann", "bob"}


def test_one_students_archive_hands_nothing_in_for_another(handed, tmp_path):
    """What stands in an archive among other files is the words of whoever packed it."""
    handed.write("bob_exercise3.py", "bob's")
    handed.write("eve_homework.zip", archive("bob_exercise3 (9).py", "cyd_exercise3.py"))
    handed.write("late.zip", archive("bob_exercise3 (9).py", "dan_exercise3.py"))
    found = handed.find(results=tmp_path / "out", **NAMED)
    graded = {one.student: one.path for one in found.submissions}
    assert graded["bob"] == str(handed.root / "bob_exercise3.py")
    assert set(graded) == {"bob", "dan"}
    reasons = {Path(one.path).name: one.reason for one in found.misfits}
    assert reasons["bob_exercise3 (9).py"] == "It lies in an archive; bob_exercise3.py, which does not, counts."
    assert "eve_homework.zip" in reasons
