"""What may be handed in, what is refused with which sentence, and whether anything was done."""

from __future__ import annotations

import io
import json
import os
import stat
import zipfile
import zlib

import pytest

from grader.course import SubmissionError, attempted, raw_bytes, read_submission
from grader.course.notebooks import source_of, stopped_at
from grader.model.exercise import Source


@pytest.fixture
def exercise(desk):
    return desk.read()


def refused(path, exercise) -> tuple[str, bool]:
    with pytest.raises(SubmissionError) as caught:
        read_submission(path, exercise)
    assert "\n" not in str(caught.value)
    return str(caught.value), caught.value.usage


def zipped(members: dict[str, bytes | str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


def notebook(*cells: tuple[str, str] | tuple[str, str, dict]) -> str:
    made = [
        {"cell_type": kind, "source": source.splitlines(keepends=True), "metadata": meta[0] if meta else {}}
        for kind, source, *meta in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.parametrize(
    "data", [b"x = 1\n", b"", b"\0\1\2", b"# \xff\n", "# -*- coding: latin-1 -*-\n# é\n".encode("latin-1")]
)
def test_a_small_file_is_taken_as_it_is_whatever_its_bytes(desk, exercise, data):
    assert read_submission(desk.write("mine.py", data), exercise) == Source(name="mine.py", data=data)


def test_a_link_to_a_file_is_followed(desk, exercise):
    target = desk.write("mine.py", "x = 1\n")
    (desk.root / "link.py").symlink_to(target)
    assert read_submission(desk.root / "link.py", exercise).data == b"x = 1\n"


@pytest.mark.parametrize("target", ["../other/mine.py", "/etc/hostname", "/proc/self/environ"])
def test_a_link_that_leads_out_of_its_folder_is_refused(desk, exercise, target):
    desk.write("other/mine.py", "x = 1\n")
    (desk.root / "handed_in").mkdir()
    (desk.root / "handed_in" / "link.py").symlink_to(target)
    message, usage = refused(desk.root / "handed_in" / "link.py", exercise)
    assert message == "link.py is a symbolic link that leads out of its folder; hand in the file."
    assert usage


def test_a_folder_is_refused(desk, exercise):
    (desk.root / "work.py").mkdir()
    message, usage = refused(desk.root / "work.py", exercise)
    assert message == "work.py is a folder; name the file in it that you want graded."
    assert usage


def test_a_missing_file_is_refused(desk, exercise):
    message, usage = refused(desk.root / "none.py", exercise)
    assert message.startswith("There is no file ")
    assert usage


def test_a_pipe_is_refused_without_waiting_for_a_writer(desk, exercise):
    os.mkfifo(desk.root / "pipe.py")
    assert refused(desk.root / "pipe.py", exercise) == (
        "pipe.py is no regular file; hand in a .py file or a notebook.",
        True,
    )


def test_a_device_is_refused(desk, exercise):
    (desk.root / "null.py").symlink_to("/dev/null")
    assert "is no regular file" in refused(desk.root / "null.py", exercise)[0]


def test_a_loop_of_links_is_refused(desk, exercise):
    (desk.root / "a.py").symlink_to(desk.root / "a.py")
    assert refused(desk.root / "a.py", exercise)[0] == "a.py is a symbolic link that leads back to itself."


@pytest.mark.parametrize("name", ["x" * 300 + ".py", "a\0b.py"])
def test_what_cannot_be_a_name_is_refused(desk, exercise, name):
    assert refused(desk.root / name, exercise)[0].startswith("This cannot be the name of a file")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_refused(desk, exercise):
    desk.write("mine.py", "x = 1\n").chmod(0)
    assert refused(desk.root / "mine.py", exercise) == ("mine.py cannot be read: its permissions forbid it.", True)


def test_a_large_file_is_the_submission_s_fault(desk, exercise):
    message, usage = refused(desk.write("mine.py", b"#" * ((1 << 20) + 1)), exercise)
    assert message.startswith("mine.py is larger than 1 MiB")
    assert not usage


def test_a_name_is_made_printable(desk, exercise):
    assert read_submission(desk.write("a\x1b[2J\u202e.py", "x = 1\n"), exercise).name == "a?[2J?.py"


def test_a_notebook_s_code_cells_become_one_source_that_knows_its_cells(desk, exercise):
    text = notebook(
        ("markdown", "# Title"), ("code", "import jax\n"), ("code", "\n"), ("code", "def f(x):\n    return x")
    )
    source = read_submission(desk.write("mine.ipynb", text), exercise)
    assert source.data == b"import jax\ndef f(x):\n    return x\n"
    assert source.lines == {1: "cell 1, line 1", 2: "cell 3, line 1", 3: "cell 3, line 2"}


def test_of_an_nbgrader_notebook_all_but_the_tests_is_taken(desk, exercise):
    mine = {"nbgrader": {"solution": True, "grade": False}}
    test = {"nbgrader": {"solution": False, "grade": True}}
    text = notebook(("code", "a = 1"), ("code", "b = 2", mine), ("code", "assert b", test))
    source = read_submission(desk.write("mine.ipynb", text), exercise)
    assert source.data == b"a = 1\nb = 2\n"
    assert source.lines == {1: "cell 1, line 1", 2: "cell 2, line 1"}


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("%matplotlib inline\nx = 1", "pass  # %matplotlib inline\nx = 1\n"),
        ("if x:\n    !ls\ny = 1", "if x:\n    pass  # !ls\ny = 1\n"),
        ("%%bash\nls", "# %%bash\n# ls\n"),
        ("%%time\nx = 1\n%pip install y", "# %%time\nx = 1\npass  # %pip install y\n"),
        ("files = !ls\nx = 1", "pass  # files = !ls\nx = 1\n"),
        ("jax.jit?\nx = 1", "pass  # jax.jit?\nx = 1\n"),
        ('s = """\n%d\n"""', 's = """\n%d\n"""\n'),
        ("x = (7\n% 4)", "x = (7\n% 4)\n"),
    ],
)
def test_magics_become_comments_in_their_lines(desk, exercise, cell, python):
    source = read_submission(desk.write("mine.ipynb", notebook(("code", cell))), exercise)
    assert source.data.decode() == python


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("%matplotlib inline\nx = (7\n     % 3)", "pass  # %matplotlib inline\nx = (7\n     % 3)\n"),
        ('%ls\nx = """\n!a\n%s\n""" % \\\n%b', 'pass  # %ls\nx = """\n!a\n%s\n""" % \\\n%b\n'),
        ("x = '(' # (\n!ls", "x = '(' # (\npass  # !ls\n"),
        ("!pip install \\\n  a\nx = 1", "pass  # !pip install \\\n#   a\nx = 1\n"),
        ("%time x = 1\n%time f(x)", "x = 1\npass  # %time f(x)\n"),
        ("\n  x = 1\n  if x:\n    y = 2", "\nx = 1\nif x:\n  y = 2\n"),
        ("%%capture\n%%time\n  x = 1", "# %%capture\n# %%time\nx = 1\n"),
    ],
)
def test_what_jupyter_runs_is_taken_as_it_runs_it(desk, exercise, cell, python):
    source = read_submission(desk.write("mine.ipynb", notebook(("code", cell))), exercise)
    assert source.data.decode() == python


def test_imports_from_the_future_may_stand_in_any_cell(desk, exercise):
    future = "from __future__ import annotations"
    text = notebook(("code", "x = 1"), ("code", f"y = 2\n{future}\nz = 3"))
    source = read_submission(desk.write("mine.ipynb", text), exercise)
    assert source.data.decode() == f"{future}\nx = 1\ny = 2\nz = 3\n"
    assert source.lines[1] == "cell 2, line 2"
    assert source.lines[4] == "cell 2, line 3"


@pytest.mark.timeout(60)  # it took a quarter of an hour
def test_no_line_keeps_whoever_reads_it():
    cell = f"this is no python\n{' ' * 500_000}a\n"
    assert source_of(notebook(("code", cell)).encode(), "mine.ipynb").data.decode() == cell


def test_of_too_much_code_nothing_is_made(monkeypatch):
    monkeypatch.setattr("grader.course.notebooks.python_lines", None)
    with pytest.raises(SubmissionError, match="larger than 1 MiB"):
        source_of(notebook(("code", "x" * (1 << 19)), ("code", "1" * (1 << 19)), ("code", "2")).encode(), "mine.ipynb")


@pytest.mark.parametrize(
    ("line", "python"),
    [
        (2, "# x = 1\ny = 2\nwhile y:\n    y += 1\nz = 3; w = [\n]\n"),
        (5, "x = 1\ny = 2\n# while y:\n#     y += 1\nz = 3; w = [\n]\n"),
        (6, "x = 1\ny = 2\nwhile y:\n    y += 1\nz = 3; # w = [\n# ]\n"),
    ],
)
def test_a_cell_that_is_stopped_keeps_what_stands_above(line, python):
    future = "from __future__ import annotations"
    cells = ("", "x = 1", "y = 2\nwhile y:\n    y += 1", f"{future}\nz = 3; w = [\n]", "?")
    source = source_of(notebook(*(("code", cell) for cell in cells)).encode(), "mine.ipynb")
    stopped = stopped_at(source, line)
    assert stopped is not None
    assert stopped.data.decode() == f"{future}\n{python}pass  # ?\n"
    assert stopped.lines == source.lines


def test_what_no_cell_holds_cannot_be_stopped():
    assert stopped_at(Source(name="mine.py", data=b"while True: pass\n"), 1) is None
    assert stopped_at(source_of(notebook(("code", "no python:")).encode(), "mine.ipynb"), 1) is None


def test_of_a_notebook_for_several_exercises_the_cells_of_the_others_can_be_left_out():
    one, other = ({"nbgrader": {"solution": True, "grade": False, "grade_id": word}} for word in ("one", "other"))
    text = notebook(("code", "a = 1"), ("code", "b = 2", one), ("code", "c = 3", other))
    source = source_of(text.encode(), "both.ipynb", frozenset({"other"}))
    assert source.data == b"a = 1\nb = 2\n"


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ('import grader\ngrader.check("exercise3")', '# import grader\n# grader.check("exercise3")\n'),
        ('x = 1\n\ngrader.check(\n  "exercise3",\n)', 'x = 1\n\n# grader.check(\n#   "exercise3",\n# )\n'),
        ('x = 1; grader.check("exercise3")', "x = 1; 0.0\n"),
        ('%load_ext grader\ngrader.check("a")', 'pass  # %load_ext grader\n# grader.check("a")\n'),
        (
            'print(grader.check("a"))\nscore = float(grader.check("b"))',
            '# print(grader.check("a"))\nscore = float(0.0)\n',
        ),
        ('for one in "ab":\n    print("é", grader.check(\n  one))', 'for one in "ab":\n    print("é", 0.0)\n\n'),
        ('from grader import check\ncheck("exercise3")', '# from grader import check\n# check("exercise3")\n'),
        ('import grader as g\nx = g.check("exercise3")', "# import grader as g\nx = 0.0\n"),
        ('mine.check("x")', 'mine.check("x")\n'),
        ("grader.check", "grader.check\n"),
    ],
)
def test_a_call_for_marks_is_no_part_of_the_code(cell, python):
    assert source_of(notebook(("code", cell)).encode(), "mine.ipynb").data.decode() == python


@pytest.mark.parametrize(
    ("line", "python"),
    [
        ("%%grade {0}", "# %%grade {0}\nx = 1\n"),
        ("%%grade exercise{0} --only correctness", "# %%grade exercise{0} --only correctness\nx = 1\n"),
        ("%%grade 99", "# %%grade 99\n# x = 1\n"),
        ("%%grade", "# %%grade\n# x = 1\n"),
    ],
)
def test_a_cell_that_is_to_be_graded_counts_for_the_exercise_it_names(desk, exercise, line, python):
    text = notebook(("code", f"{line.format(exercise.number)}\nx = 1"))
    source = read_submission(desk.write("mine.ipynb", text), exercise)
    assert source.data.decode() == python.format(exercise.number)


NOTEBOOK = notebook(("code", "x = 1"))
KINDS = {
    "a notebook": ("mine.py", NOTEBOOK, "mine.py is a notebook, by what is in it; call it mine.ipynb"),
    "a notebook with a mark": ("mine.py", "\ufeff" + NOTEBOOK, "mine.py is a notebook"),
    "an archive": (
        "mine.py",
        zipped({"mine.py": "x = 1"}),
        "mine.py is a .zip archive, by what is in it; call it mine.zip",
    ),
    "a document": (
        "mine.py",
        zipped({"[Content_Types].xml": "", "word/document.xml": ""}),
        "mine.py is an Office document",
    ),
    "a page": ("mine.py", "\n<!DOCTYPE html>\n<html>x = 1</html>", "mine.py is a web page"),
    "a notebook's page": ("mine.ipynb", "<html lang='en'>", "mine.ipynb is a web page"),
    "a PDF": ("mine.py", b"%PDF-1.7\n", "mine.py is a PDF"),
    "UTF-16": (
        "mine.py",
        "def f(x): return x".encode("utf-16"),
        "mine.py is text in UTF-16, by what is in it; save it as UTF-8",
    ),
    "UTF-16 without a mark": ("mine.py", "def f(x): return x".encode("utf-16-le"), "mine.py is text in UTF-16"),
    "a notebook in UTF-16": ("mine.ipynb", NOTEBOOK.encode("utf-16"), "mine.ipynb is text in UTF-16"),
    "Python": (
        "mine.ipynb",
        "import jax\n",
        "mine.ipynb is Python, and no notebook, by what is in it; call it mine.py",
    ),
    "a notebook called .zip": ("mine.zip", NOTEBOOK, "mine.zip is a notebook, by what is in it; call it mine.ipynb"),
    "Python called .zip": ("mine.zip", "import jax\n", "mine.zip is a Python file"),
    "a .tar.gz called .zip": ("mine.zip", b"\x1f\x8b\x08", "mine.zip is a .gz archive"),
    "a merge in a notebook": (
        "mine.ipynb",
        '{"cells": [\n<<<<<<< HEAD\n=======\n>>>>>>> a1f5acb\n]}',
        "mine.ipynb cannot be read as a notebook: git left a merge open, and its marks stand on lines 2, 3, 4; keep",
    ),
}


@pytest.mark.parametrize(("name", "data", "message"), KINDS.values(), ids=KINDS)
def test_what_a_file_is_by_its_content_is_told_where_its_name_says_otherwise(desk, exercise, name, data, message):
    told, usage = refused(desk.write(name, data), exercise)
    assert told.startswith(message)
    assert not usage


@pytest.mark.parametrize(
    "text",
    [
        "{'cells': [1]}\nx = 1\n",
        '{"cells": 1}',
        "PK = 1\n",
        "'<html>'\n",
        "# <!DOCTYPE html>\nx = 1\n",
        "\ufeffx = 1\n",
    ],
)
def test_python_that_looks_like_something_else_is_taken(desk, exercise, text):
    assert read_submission(desk.write("mine.py", text), exercise).data == text.encode()


def test_a_notebook_with_a_byte_order_mark_is_read(desk, exercise):
    assert read_submission(desk.write("mine.ipynb", "\ufeff" + NOTEBOOK), exercise).data == b"x = 1\n"


@pytest.mark.parametrize(
    ("cell", "where"),
    [
        (("markdown", "def f(x):\n    return x"), "a Markdown cell that begins with `def f(x):`"),
        (("raw", "import jax\nf = jax.jit(abs)"), "a Raw cell that begins with `import jax`"),
        (("markdown", "```python\ndef f(x): ...\n```"), "a Markdown cell that begins with `def f(x): ...`"),
        (("code", "%%writefile f.py\ndef f(x): ..."), "a cell under `%%writefile`"),
        (("code", "%%time\ndef f(x): ..."), None),
        (("markdown", "Write `f(x)`:\n\n    def f(x): ..."), None),
    ],
)
def test_code_in_a_cell_that_is_not_run_is_known(cell, where):
    assert source_of(notebook(cell, ("code", "x = 1")).encode(), "mine.ipynb").aside.get("f") == where


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", "{", '{"cells": [{"cell_type": "code", "source": 3}]}', b"\xff", "[" * 9000]
)
def test_a_damaged_notebook_is_the_submission_s_fault(desk, exercise, text):
    message, usage = refused(desk.write("mine.ipynb", text), exercise)
    assert message == "mine.ipynb is not a notebook that can be read; save it again in Jupyter, or hand in a .py file."
    assert not usage


def test_the_one_source_of_an_archive_is_taken(desk, exercise):
    data = zipped({"work/": "", "work/mine.py": "x = 1\n", "work/notes.txt": "", "__MACOSX/work/._mine.py": "junk"})
    assert read_submission(desk.write("a.zip", data), exercise) == Source(name="mine.py", data=b"x = 1\n")


@pytest.mark.parametrize("name", ["exercise3.py", "abs_static.py", "03_abs_static.py", "in/Exercise03.py"])
def test_of_several_the_one_named_like_the_exercise_is_taken(desk, exercise, name):
    data = zipped({"other.py": "y\n", name: "x = 1\n"})
    assert read_submission(desk.write("a.zip", data), exercise).data == b"x = 1\n"


@pytest.mark.parametrize(
    "beside",
    [
        {"env/pyvenv.cfg": "", "env/bin/activate_this.py": "x", "env/lib/python3/site.py": "y"},
        {"work/.venv/lib/a.py": "x", ".git/hooks/exercise3.py": "y"},
        {"node_modules/gyp/exercise3.py": "x", "Lib/site-packages/jax/__init__.py": ""},
        {"__MACOSX/._exercise3.py": "x", "old.py": "y"},
        {f"venv/lib/m{number}.py": "" for number in range(1100)} | {"venv/pyvenv.cfg": ""},
    ],
)
def test_what_programs_leave_in_an_archive_is_no_candidate(desk, exercise, beside):
    data = zipped({"work/exercise3.py": "x = 1\n", **beside})
    assert read_submission(desk.write("a.zip", data), exercise).data == b"x = 1\n"


def test_a_notebook_in_an_archive_is_read_as_one(desk, exercise):
    data = zipped({"mine.ipynb": notebook(("code", "x = 1"))})
    assert read_submission(desk.write("a.zip", data), exercise).lines == {1: "cell 1, line 1"}


def _link() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        member = zipfile.ZipInfo("mine.py")
        member.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(member, "/etc/passwd")
    return packed.getvalue()


def _lying() -> bytes:
    """An archive that says of a large member that it is small."""
    body = b"#" * (2 << 20)
    data = zipped({"mine.py": body})
    return data.replace(len(body).to_bytes(4, "little"), (10).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"no archive", "a.zip is damaged or no .zip archive; pack your file again."),
        (b"", "a.zip is damaged or no .zip archive"),
        (zipped({"notes.txt": "x"}), "a.zip holds no .py file and no notebook (notes.txt); pack the file"),
        (
            zipped({"a.py": "x", "b.py": "y"}),
            "a.zip holds 2 files that could be meant: a.py and b.py; pack the right one alone, or call it exercise3",
        ),
        (
            zipped({"old/exercise3.py": "x", "exercise3.ipynb": "{}", "c.py": ""}),
            "a.zip holds 2 files that could be meant: exercise3.ipynb and old/exercise3.py; keep the one",
        ),
        (
            zipped({f"v{number}/exercise3.py": "x" for number in range(6)}),
            "a.zip holds 6 files that could be meant: v0/exercise3.py, v1/exercise3.py, v2/exercise3.py, v3",
        ),
        (
            zipped({"exercise3.py.txt": "x"}),
            "a.zip holds exercise3.py.txt, and no .py file or notebook; call it exercise3.py",
        ),
        (
            zipped({"in/mine.ipynb.json": "{}"}),
            "a.zip holds in/mine.ipynb.json, and no .py file or notebook; call it mine.ipynb",
        ),
        (
            zipped({"exercise3.zip": zipped({"exercise3.py": "x"})}),
            "a.zip holds exercise3.zip, an archive in an archive",
        ),
        (zipped({"in/work.tar.gz": "x"}), "a.zip holds in/work.tar.gz, an archive in an archive"),
        (
            zipped({"__MACOSX/exercise3.py": "x"}),
            "a.zip holds only what programs leave behind (__MACOSX); pack exercise3.py",
        ),
        (zipped({"../mine.py": "x"}), "a.zip holds a file whose name leads out of the archive"),
        (zipped({"/mine.py": "x"}), "a.zip holds a file whose name leads out of the archive"),
        (zipped({"..\\mine.py": "x"}), "a.zip holds a file whose name leads out of the archive"),
        (zipped({"mine.py": b"#" * (2 << 20)}), "mine.py in a.zip is larger than 1 MiB"),
        (zipped({f"{number}.txt": "" for number in range(1001)}), "a.zip holds more than 1000 files"),
        (zipped({"mine.py": "x" * 1000}).replace(zlib.compress(b"x" * 1000)[2:-4], b"\xff" * 12), "a.zip is damaged"),
        (_link(), "a.zip holds a symbolic link; pack the file itself."),
        (_lying(), "a.zip is damaged"),
    ],
)
def test_an_archive_that_cannot_be_meant_is_the_submission_s_fault(desk, exercise, data, message):
    told, usage = refused(desk.write("a.zip", data), exercise)
    assert told.startswith(message)
    assert not usage


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, *, n):\n    return x\n",
        "def f(x, *, n):\r\n\treturn x\r\n",
        "# my name\n\ndef f(x,*,n):\n\n        return x  # here",
        "\ufeffdef f(x, *, n):\n    return x\n",
    ],
)
def test_comments_blanks_and_line_endings_are_no_attempt(exercise, text):
    assert not attempted(Source(name="mine.py", data=text.encode()), exercise)


@pytest.mark.parametrize(
    "data",
    [b"def f(x, *, n):\n    return -x\n", b"", b"def f(x, *, n:\n", b"\xff\xfe", b"# coding: nonsense\n", b"x = '''\0"],
)
def test_anything_else_is_an_attempt(exercise, data):
    assert attempted(Source(name="mine.py", data=data), exercise)


def test_the_raw_bytes_of_an_archive_are_not_unpacked_and_have_its_larger_bound(desk):
    packed = zipped({"mine.py": "x = 1\n"}) + b"\0" * (2 << 20)
    assert raw_bytes(desk.write("mine.zip", packed)) == packed
    with pytest.raises(SubmissionError, match="larger than 1 MiB"):
        raw_bytes(desk.write("mine.py", packed))


def test_outputs_of_a_notebook_may_be_large_and_its_code_may_not(desk, exercise):
    cell = {"cell_type": "code", "metadata": {}, "source": "x = 1", "outputs": [{"text": "x" * (2 << 20)}]}
    whole = json.dumps({"cells": [cell]}).encode()
    assert read_submission(desk.write("mine.ipynb", whole), exercise).data == b"x = 1\n"
    assert read_submission(desk.write("mine.zip", zipped({"mine.ipynb": whole})), exercise).data == b"x = 1\n"
    cell["source"] = "#" * (2 << 20)
    told, usage = refused(desk.write("mine.ipynb", json.dumps({"cells": [cell]}).encode()), exercise)
    assert told.startswith("The code in mine.ipynb is larger than 1 MiB")
    assert not usage
