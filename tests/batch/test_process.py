"""A process that grades leaves nothing behind, whenever whoever started it is gone."""

import subprocess
import sys

import msgspec

from grader.batch.nouns import Order

PROCESS = """
import contextlib, os, sys, tempfile
from grader.batch import process

def examiner(*_):
    print(tempfile.tempdir, file=sys.stderr)
    return contextlib.nullcontext()

process.Examiner = examiner
os.kill = lambda *_: None  # nobody ends it before it has said that
sys.exit(process.main())
"""


def test_where_temporary_files_go_is_known_before_anything_can_end_it_in_the_middle(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PROCESS],
        input=msgspec.json.encode(Order(course="", seed="")) + b"\n",
        env={"TMPDIR": str(tmp_path), "TMP": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr.decode().strip()) == (0, str(tmp_path))


def test_what_keeps_it_from_grading_is_all_it_says_while_more_could_come(tmp_path):
    words = [sys.executable, "-P", "-m", "grader.batch.process"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        started.stdin.write(msgspec.json.encode(Order(course=str(tmp_path / "nowhere"), seed="5e" * 16)) + b"\n")
        started.stdin.flush()
        answer, said = started.stdout.read(), started.stderr.read()
        assert started.wait() == 1
    assert b"nowhere" in answer
    assert said == b""
