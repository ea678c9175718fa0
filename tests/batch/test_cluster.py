"""On a cluster each submission is graded once, whoever dies, and time is judged where an accelerator is offered."""

import hashlib
import os
from contextlib import contextmanager
from pathlib import Path

import distributed
import msgspec
import psutil
import pytest

from grader.batch import cluster as module
from grader.batch import connecting, crew
from grader.batch.cluster import Cluster
from grader.batch.nouns import Fault, Order, Submission, Task
from grader.batch.pool import StoppedError
from grader.batch.results import Results, latest
from grader.batch.running import Batch
from grader.course import fingerprint, read_course, read_exercise

ROOT = Path(__file__).resolve().parents[2]
NAME = "03_abs_static"
PROGRAM = ("-P", str(Path(__file__).with_name("fake_process.py")))


LOCAL = {"host": "127.0.0.1", "dashboard_address": ":0"}


def machine(offered):
    return {
        "cls": distributed.Nanny,
        "options": {"nthreads": 1, "resources": offered, "silence_logs": "CRITICAL", **LOCAL},
    }


@contextmanager
def machines(*resources):
    """A scheduler, and a worker of one thread for each of these resources, in processes on this machine."""
    workers = {number: machine(offered) for number, offered in enumerate(resources)}
    scheduler = {"cls": distributed.Scheduler, "options": {"port": 0, **LOCAL}}
    with distributed.SpecCluster(workers=workers, scheduler=scheduler, silence_logs="CRITICAL") as cluster:
        cluster.scheduler.allowed_failures = 1
        if resources:
            cluster.wait_for_workers(len(resources))
        yield cluster


@pytest.fixture(scope="module")
def three():
    """Three workers, the last of which offers an accelerator."""
    with machines({}, {}, {"accelerator": 1}) as cluster:
        yield cluster


@pytest.fixture
def told():
    return []


@pytest.fixture
def connected(told):
    """Connects to a cluster as a batch does, by an order that is otherwise always the same."""

    @contextmanager
    def connected(machines, tell=told.append, **order):
        order = Order(**{"course": str(ROOT), "seed": "00" * 16, **order})
        with Cluster(machines.scheduler_address, order, tell, PROGRAM) as cluster:
            yield cluster

    return connected


@pytest.fixture
def grades(three, connected):
    """The three workers, all of them there, as a batch has them."""
    three.wait_for_workers(3)
    with connected(three) as cluster:
        yield cluster


@pytest.fixture
def task(tmp_path):
    def task(student, text="x = 1"):
        path = tmp_path / f"{student}.py"
        path.write_text(text)
        return Task(batch="b1", submission=Submission(student=student, exercise=NAME, path=str(path)))

    return task


def by_student(done):
    return {task.submission.student: answer for task, answer in done}


def test_each_submission_is_graded_once_by_the_bytes_that_were_sent(grades, task):
    done = list(grades.results(task(f"s{number}", f"x = {number}") for number in range(20)))
    assert len(done) == 20
    found = {student: graded.report.submission.sha256 for student, graded in by_student(done).items()}
    assert found == {f"s{number}": hashlib.sha256(f"x = {number}".encode()).hexdigest() for number in range(20)}


def test_a_worker_is_told_what_the_exercise_comes_to(grades, task):
    [(_, graded)] = grades.results([task("ada")])
    assert graded.report.exercise_digest == fingerprint(read_exercise(ROOT / "exercises" / NAME, read_course(ROOT)))


def test_what_cannot_be_read_has_its_report(grades, task):
    gone = task("gone")
    Path(gone.submission.path).unlink()
    done = by_student(grades.results([task("ada"), gone, task("bob")]))
    assert {student: graded.report.status for student, graded in done.items()} == {
        "ada": "passed",
        "gone": "failed",
        "bob": "passed",
    }


def test_a_batch_is_not_read_ahead_of_its_results(grades, task):
    taken = []

    def tasks():
        for number in range(50):
            taken.append(number)
            yield task(f"s{number}")

    next(iter(grades.results(tasks())))
    assert len(taken) <= 7


def test_a_worker_that_dies_costs_a_retry_and_no_result(grades, task):
    students = ["kills-once", *(f"slow{number}" for number in range(8))]
    done = list(grades.results(map(task, students)))
    assert sorted(task.submission.student for task, _ in done) == sorted(students)
    assert not [answer for _, answer in done if isinstance(answer, Fault)]


def test_a_worker_that_leaves_in_good_order_hands_back_what_it_was_at(connected, task):
    with machines({}, {}) as two, connected(two) as cluster:
        two.scheduler.allowed_failures = 0
        coming = cluster.results(map(task, ["hangs-once", *(f"slow{number}" for number in range(6))]))
        _, first = next(coming)
        with distributed.Client(two.scheduler_address, set_as_default=False) as client:
            processes = client.run(os.getpid)
            [hanging] = [at for at, pid in processes.items() if str(pid) != first.report.environment.device]
            client.retire_workers([hanging])
        done = by_student(coming)
    assert [answer for answer in done.values() if isinstance(answer, Fault)] == []
    assert len(done) == 6
    assert done["hangs-once"].report.environment.device == first.report.environment.device


def test_a_submission_that_every_worker_dies_of_is_a_fault_of_ours(grades, task):
    done = by_student(grades.results([task("kills")]))
    assert done["kills"].message.startswith("each machine that was to grade it went away, in the end tcp://127.0.0.1")


def test_a_process_that_dies_beside_its_worker_is_a_fault_that_names_the_machine(grades, task):
    done = by_student(grades.results([task("dies"), task("ada")]))
    assert done["dies"].message.startswith("tcp://127.0.0.1")
    assert done["dies"].message.endswith("the process that graded it ended with 9")
    assert done["ada"].report.status == "passed"


def test_time_is_judged_only_where_an_accelerator_is_offered_one_at_a_time(grades, task, three):
    [offering] = [address for address, worker in three.scheduler.workers.items() if worker.resources.get("accelerator")]
    with distributed.Client(three.scheduler_address, set_as_default=False) as client:
        machine = client.run(os.getpid)[offering]
    untimed = by_student(grades.results(task(f"pending{number}") for number in range(6)))
    assert {graded.report.seed for graded in untimed.values()} == {"untimed"}
    again = [msgspec.structs.replace(task(student), earlier=graded) for student, graded in untimed.items()]
    timed = by_student(grades.timed(again))
    assert sorted(timed) == sorted(untimed)
    assert {graded.report.seed for graded in timed.values()} == {"timed"}
    assert {graded.report.environment.device for graded in timed.values()} == {str(machine)}
    assert len({graded.report.environment.python for graded in timed.values()}) == 1


def test_the_courses_isolation_binds_on_every_machine(three, connected, task, monkeypatch):
    strict = msgspec.structs.replace(read_course(ROOT), isolation="landlock")
    monkeypatch.setattr(module, "read_course", lambda _: strict)
    with connected(three, require_isolation="limits") as cluster:
        [(_, graded)] = cluster.results([task("ada")])
    assert graded.report.environment.isolation == "landlock"


def test_where_a_machine_cannot_grade_at_all_the_batch_stops_and_says_why(grades, task):
    with pytest.raises(StoppedError, match=r"^tcp://127\.0\.0\.1:\d+: there is no course$"):
        list(grades.results(map(task, ["stops", "ada", "bob"])))


def test_a_machine_with_another_jitgrade_stops_the_batch(grades, task, monkeypatch):
    monkeypatch.setattr(module, "__version__", "99.0")
    with pytest.raises(StoppedError, match=r"has jitgrade .*, and the batch is run with 99\.0"):
        list(grades.results([task("ada")]))


def test_a_cluster_of_other_versions_is_refused_in_one_sentence(three, told, monkeypatch):
    found = distributed.Client.get_versions

    def older(self, **more):
        versions = found(self, **more)
        versions["scheduler"]["packages"]["distributed"] = "1.0"
        return versions

    monkeypatch.setattr(distributed.Client, "get_versions", older)
    with pytest.raises(StoppedError, match=r"^the scheduler at tcp://.* has Python .*, distributed 1\.0 and jitgrade"):
        Cluster(three.scheduler_address, Order(course=str(ROOT), seed=""), told.append)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "http://127.0.0.1:1", "tls://127.0.0.1:1"])
def test_an_address_where_no_scheduler_is_is_named(address, told, monkeypatch):
    monkeypatch.setattr(connecting, "_CONNECTING", 0.5)
    with pytest.raises(StoppedError, match=f"^no dask scheduler can be reached at {address}: "):
        Cluster(address, Order(course=str(ROOT), seed=""), told.append)


def test_no_process_is_left_on_the_workers(three, connected, task):
    with connected(three) as cluster:
        done = list(cluster.results(task(f"s{number}") for number in range(6)))
        assert not [graded for _, graded in done if psutil.pid_exists(int(graded.report.environment.python))]


def test_a_run_that_is_ended_leaves_no_process_on_the_workers(grades, task, three):
    coming = grades.results(map(task, ["ada", "hangs1", "hangs2", "hangs3"]))
    next(coming)
    coming.close()
    with distributed.Client(three.scheduler_address, set_as_default=False) as client:
        children = client.run(
            lambda: [child.pid for child in psutil.Process().children() if "fake" in str(child.cmdline())]
        )
    assert not any(children.values())


def test_a_killed_worker_changes_nothing_of_a_batchs_results(three, told, tmp_path, task):
    submissions = [task(student).submission for student in ["kills-once", *(f"pending{n}" for n in range(12))]]
    order = Order(course=str(ROOT), seed="")
    seen = []
    with Results(tmp_path / "results.jsonl") as results:
        batch = Batch(results, read_course(ROOT), order, submissions, changed=False)
        with Cluster(three.scheduler_address, batch.order, told.append, PROGRAM) as cluster:
            batch.run(cluster.results, cluster.timed, seen.append, elsewhere=True)
    found = {graded.submission.student: graded.report.status for graded in latest(tmp_path / "results.jsonl")}
    assert found == dict.fromkeys((submission.student for submission in submissions), "passed")
    assert len(seen) == 25, "each once without time, and each that was pending once with it"


def test_without_an_accelerator_what_is_pending_stays_so_and_that_is_said(
    told, connected, task, graded, check, monkeypatch
):
    monkeypatch.setattr(crew, "PATIENCE", 0.0)
    monkeypatch.setattr(module, "LOOK", 0.1)
    earlier = graded(checks=[check(status="pending")])
    tasks = [msgspec.structs.replace(task(student), earlier=earlier) for student in ("ada", "bob")]
    with machines({}) as one, connected(one) as cluster:
        assert list(cluster.timed([])) == []
        assert told == []
        assert list(cluster.timed(tasks)) == []
    waiting, left = told
    assert "has no worker that offers accelerator yet; waiting for one" in waiting
    assert left.startswith("2 submissions keep checks pending: no worker of tcp://")
    assert "--resources accelerator=1" in left


def test_workers_may_come_later(told, connected, task):
    def start(sentence):
        told.append(sentence)
        none.new_spec = machine({})
        none.scale(1)

    with machines() as none, connected(none, start) as cluster:
        [(_, graded)] = cluster.results([task("ada")])
    assert graded.report.status == "passed"
    assert told == [f"{none.scheduler_address} has no worker yet; waiting for one."]


def test_a_scheduler_that_goes_away_stops_the_batch_with_a_sentence(connected, task, monkeypatch):
    monkeypatch.setattr(connecting, "_CONNECTING", 1.0)
    with machines({}) as one, connected(one) as cluster:
        coming = cluster.results(map(task, ["ada", "hangs"]))
        next(coming)
        one.close()
        with pytest.raises(StoppedError, match="is gone; the same command goes on once it is back"):
            next(coming)
