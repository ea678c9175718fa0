"""Speed: fresh values for each timed call, every output checked, and what a race's end comes to."""

from contextlib import contextmanager

import numpy as np
import pytest

from grader.checks.speedup import Speedup
from grader.model.answers import Raised
from grader.model.check import DeviceBusyError, Inspection
from grader.model.exercise import ArraySpec, Case
from grader.model.incidents import Failure

QUICK = 0.001


@pytest.fixture
def race(doubles):
    """Judges a submission so many times as fast as the baseline, whose program takes ``programs`` seconds."""

    def race(ratio, *, wrong=lambda _: False, accelerator="cpu", programs=(), bare=False, idle=False, sizes=(), **more):
        large, *others = (
            Case(name=name, arguments={"x": ArraySpec(dtype="float32", shape=(3,))}) for name in ("large", *sizes)
        )
        right = doubles.returned(np.float32(1))
        answer = lambda question: doubles.returned(np.float32(2)) if wrong(question) else right  # noqa: E731 - short
        submission, again = doubles.timed(QUICK, answer), doubles.timed(QUICK, answer)
        baseline = doubles.timed(QUICK * ratio, lambda _: right)
        reference = doubles.worker(lambda _: right)
        exercise = doubles.exercise(large, *others)
        inquiry = doubles.inquiry(exercise, None, reference, fresh=[submission, again], baseline=baseline)
        inquiry.inspection = Inspection(platform="cpu", accelerator=accelerator, isolation="limits")
        inquiry.witness = doubles.witness(programs=programs, bare=bare, idle=idle)
        check = Speedup(**{"over": "starter", "case": "large", "at_least": 10.0, "sizes": sizes, **more})
        return check.judge(inquiry), inquiry, submission

    return race


def test_fast_enough_earns_everything(race):
    verdict, *_ = race(50)
    assert (verdict.status, verdict.earned) == ("passed", 1.0)
    assert verdict.detail["ratio"] == pytest.approx(50)
    assert verdict.message == "It is 50× as fast as the starter (at least 10× is asked)."


def test_what_was_seen_is_in_the_report(race):
    detail = race(50)[0].detail
    assert detail["pairs"] == [[QUICK, pytest.approx(50 * QUICK)]] * 6
    assert detail["first_call"] == {"submission": QUICK, "baseline": pytest.approx(50 * QUICK)}
    assert detail["transfer"] == pytest.approx(1e-4)
    assert detail["clock"] == "wall"


@pytest.mark.parametrize("programs", [(), (0.001,), (0.00124,), (0.0013, 0.0012), (9.0, 0.0011)])
def test_a_call_about_as_fast_as_its_program_is_believed(race, programs):
    assert race(50, programs=programs)[0].status == "passed"


def test_a_call_far_faster_than_its_program_in_two_pairs_of_processes_is_not(race):
    verdict, *_ = race(50, programs=(0.0013, 0.0013))
    assert (verdict.status, verdict.earned) == ("failed", 0.0)
    assert "far faster than the program" in verdict.message


def test_what_is_gained_over_the_program_must_be_more_than_an_echo_costs(race, monkeypatch):
    monkeypatch.setitem(globals(), "QUICK", 0.0003)
    assert race(50, programs=(0.00044, 0.00044))[0].status == "passed"
    assert race(50, programs=(0.00046, 0.00046))[0].status == "failed"


def test_a_result_that_comes_from_nothing_jitted_earns_no_speed(race):
    verdict, *_ = race(50, bare=True, idle=True)
    assert (verdict.status, "comes from no function that is jitted" in verdict.message) == ("failed", True)


def test_a_trace_without_a_jitted_function_is_not_enough_where_calls_have_one(race):
    assert race(50, bare=True, idle=False)[0].status == "passed"


def test_too_slow_fails(race):
    verdict, *_ = race(3)
    assert (verdict.status, verdict.earned) == ("failed", 0.0)


def test_steps_share_out_points_below_the_threshold(race):
    verdict, *_ = race(6, steps={5.0: "50%", 2.0: "20%"})
    assert (verdict.status, verdict.earned) == ("failed", 0.5)
    assert verdict.message.endswith("at least 10× is asked, and 20% from 2× on, 50% from 5× on.")


def test_steps_can_be_those_of_a_platform(race):
    assert race(6, steps={"cpu": {5.0: "40%"}, "gpu": {2.0: "90%"}})[0].earned == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("field", "words", "near"),
    [
        ("case", {"case": "larg"}, "large"),
        ("sizes", {"sizes": ("larg",)}, "large"),
        ("over", {"over": "startr"}, "starter"),
    ],
)
def test_a_misspelt_name_is_told_with_the_nearest(doubles, field, words, near):
    exercise = doubles.exercise(Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))}))
    [(at, told)] = Speedup(**{"over": "starter", "case": "large", "at_least": 2.0, **words}).problems(exercise)
    assert (at, told.endswith(f"; did you mean '{near}'?")) == (field, True), told


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ({"gpu": "50%"}, "'gpu' is no ratio, and for a platform it takes ratios with shares"),
        ({"npu": {5.0: "50%"}}, "unknown platform 'npu'"),
        ({"cpu": {5.0: "half"}}, "'half' is no share"),
        ({20.0: "50%"}, "a step lies above 0 and below what is asked, 20"),
        ({0.0: "50%"}, "a step lies above 0 and below what is asked, 20"),
        ({1.5: "20%", 1.2: "50%"}, "a higher ratio earns a higher share"),
    ],
)
def test_steps_that_make_no_sense_are_told(doubles, steps, words):
    exercise = doubles.exercise(Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))}))
    [(field, told)] = Speedup(over="starter", case="large", at_least=20.0, steps=steps).problems(exercise)
    assert field == "steps"
    assert words in told


def test_no_two_timed_calls_draw_from_the_same_stream(race):
    _, inquiry, submission = race(50)
    assert len(set(inquiry.streams)) == len(inquiry.streams) > len(submission.asked)


def test_one_wrong_output_among_the_timed_calls_fails(race):
    calls = []
    verdict, *_ = race(50, wrong=lambda question: calls.append(question) or len(calls) == 9)
    assert verdict.status == "failed"
    assert "wrong result" in verdict.message


def test_another_grading_accelerator_makes_it_pending(race):
    verdict, *_ = race(50, accelerator="gpu", at_least={"gpu": 10.0})
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert (
        verdict.message
        == "Graded on the grading accelerator (gpu); here, on cpu, it looks like 50× as fast as the starter."
    )


def test_a_submission_that_raises_while_timed_fails(doubles):
    case = Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))})
    raised = Raised(failure=Failure(type="KeyError", mro=("KeyError",), message=""))
    right = doubles.returned(np.float32(1))
    inquiry = doubles.inquiry(
        doubles.exercise(case),
        None,
        doubles.worker(lambda _: right),
        fresh=[doubles.timed(QUICK, lambda _: raised)],
        baseline=doubles.timed(0.01, lambda _: right),
    )
    verdict = Speedup(over="starter", case="large", at_least=2.0).judge(inquiry)
    assert (verdict.status, verdict.line) == ("failed", 7)


def test_who_is_on_either_side_of_the_threshold_by_turns_is_timed_anew_and_then_pending(doubles):
    case = Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))})
    right = doubles.returned(np.float32(1))

    class Restless(doubles.timed):
        """Quick for five pairs, slow for the next five; three calls warm up."""

        @property
        def seconds(self):
            return 0.03 if (len(self.asked) - 4) // 5 % 2 else 0.01

        @seconds.setter
        def seconds(self, _):
            pass

    opened = [Restless(0, lambda _: right) for _ in range(3)]
    inquiry = doubles.inquiry(
        doubles.exercise(case),
        None,
        doubles.worker(lambda _: right),
        fresh=opened,
        baseline=doubles.timed(0.04, lambda _: right),
    )
    verdict = Speedup(over="starter", case="large", at_least=2.0).judge(inquiry)
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert verdict.message.startswith("Too close to call on this machine")
    assert "let each call do the same work" in verdict.message
    assert [bool(worker.asked) for worker in opened] == [True, True, False]


def test_who_passes_by_its_quick_calls_alone_is_pending(doubles):
    case = Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))})
    right = doubles.returned(np.float32(1))

    class ByTurns(doubles.timed):
        """Slow in each third call."""

        @property
        def seconds(self):
            return 0.01 if len(self.asked) % 3 else 0.3

        @seconds.setter
        def seconds(self, _):
            pass

    inquiry = doubles.inquiry(
        doubles.exercise(case),
        None,
        doubles.worker(lambda _: right),
        fresh=[ByTurns(0, lambda _: right) for _ in range(3)],
        baseline=doubles.timed(0.04, lambda _: right),
    )
    verdict = Speedup(over="starter", case="large", at_least=2.0).judge(inquiry)
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert verdict.message.startswith("It is quick and slow by turns: mostly 4× as fast as the starter")


def test_who_is_not_timed_is_stopped(race, doubles, monkeypatch):
    running = []
    workers = []
    start, ask = doubles.timed.__init__, doubles.timed.ask

    def opened(self, *arguments):
        start(self, *arguments)
        workers.append(self)

    def asked(self, question):
        running.append([worker for worker in workers if worker.asked and not worker.stopped and worker is not self])
        return ask(self, question)

    monkeypatch.setattr(doubles.timed, "__init__", opened)
    monkeypatch.setattr(doubles.timed, "ask", asked)
    race(50, programs=(0.001,))
    assert not any(running)


def test_on_a_machine_that_is_too_noisy_nobody_is_told_to_work_beside_their_program(race, doubles, monkeypatch):
    noise = "This machine is too noisy to judge speed now."
    calls = iter(["", noise])
    monkeypatch.setattr(doubles.inquiry, "unsteadiness", lambda _: next(calls))
    verdict, *_ = race(50, programs=(0.0013, 0.0013))
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert verdict.message == f"{noise} It looks faster than its own program, so it will be timed again."


def test_on_a_machine_that_is_too_noisy_it_is_pending(doubles):
    verdict = near(doubles, noise="This machine is too noisy to judge speed now.")
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert verdict.message.startswith("This machine is too noisy to judge speed now. It looks like 20× as fast")


def test_no_noise_accounts_for_what_is_far_from_the_threshold_by_the_processor_s_clock(doubles):
    noise = "This machine is too noisy to judge speed now."
    assert near(doubles, noise=noise, processor_seconds=0.01, at_least=11.0).status == "pending"
    assert near(doubles, noise=noise, processor_seconds=0.01, at_least=9.0).status == "passed"
    assert near(doubles, noise=noise, processor_seconds=0.01, at_least=41.0).status == "failed"


def test_where_workers_are_not_forked_it_is_an_estimate(doubles):
    inspection = Inspection(platform="cpu", accelerator="cpu", isolation="limits", estimates=True)
    verdict = near(doubles, inspection=inspection)
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert verdict.message.endswith("here it looks like 20× as fast as the starter.")


def test_a_device_that_is_busy_makes_it_pending(doubles):
    @contextmanager
    def busy():
        raise DeviceBusyError("process 7 kept the cpu busy for 180 s")
        yield

    verdict = near(doubles, device=busy)
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert verdict.message == (
        "The speed could not be timed: process 7 kept the cpu busy for 180 s. It will be timed again."
    )


def near(doubles, *, at_least=10.0, processor_seconds=None, **given):
    """Judges a submission that is 20 times as fast as its baseline."""
    case = Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))})
    right = doubles.returned(np.float32(1))
    submission, baseline = doubles.timed(0.01, lambda _: right), doubles.timed(0.2, lambda _: right)
    if processor_seconds is not None:
        submission.processor_seconds, baseline.processor_seconds = processor_seconds, 20 * processor_seconds
    inquiry = doubles.inquiry(
        doubles.exercise(case), None, doubles.worker(lambda _: right), fresh=[submission], baseline=baseline
    )
    vars(inquiry).update(given)
    return Speedup(over="starter", case="large", at_least=at_least).judge(inquiry)


def test_sizes_tell_from_where_on_it_pays(race):
    verdict, *_ = race(50, sizes=("small",))
    assert [(one["case"], one["size"]) for one in verdict.detail["sizes"]] == [("small", 0)]
    assert verdict.detail["crossover"] is None
    assert verdict.message.endswith("It pays on every size that was timed.")


def test_compiling_far_longer_than_the_solution_fails_where_that_is_limited(doubles):
    case = Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))})
    right = doubles.returned(np.float32(1))

    class Compiling(doubles.timed):
        """Takes longer the first time."""

        def ask(self, question):
            self.seconds = 1.0 if not self.asked else QUICK
            return super().ask(question)

    def judged(times):
        inquiry = doubles.inquiry(
            doubles.exercise(case),
            None,
            doubles.worker(lambda _: right),
            fresh=[Compiling(QUICK, lambda _: right) for _ in range(4)],
        )
        inquiry.inspection = Inspection(platform="gpu", accelerator="gpu", isolation="limits")
        baselines = iter([doubles.timed(0.05, lambda _: right)])

        def baseline(over):
            return next(baselines) if over == "starter" else Slower(QUICK, lambda _: right)

        class Slower(doubles.timed):
            """Compiles in a quarter of the time."""

            def ask(self, question):
                self.seconds = 0.25 if not self.asked else QUICK
                return super().ask(question)

        inquiry.baseline = baseline
        return Speedup(over="starter", case="large", at_least=10.0, compile_seconds=times).judge(inquiry)

    assert judged(5.0).status == "passed"
    verdict = judged(3.0)
    assert (verdict.status, verdict.earned) == ("failed", 0.0)
    assert "Compiling takes 4.01× as long as the solution's does; at most 3× is allowed" in verdict.message


def test_a_case_that_cannot_vary_is_the_authors_problem(doubles):
    exercise = doubles.exercise(doubles.case("large", 3.0))
    fields = [field for field, _ in Speedup(over="starter", case="large", at_least=2.0).problems(exercise)]
    assert fields == ["case"]
    problems = Speedup(
        over="other", case="none", at_least={"npu": 0.0}, steps={2.0: "half"}, sizes=("no",), compile_seconds=1.0
    ).problems(exercise)
    assert [field for field, _ in problems] == [
        "case",
        "sizes",
        "over",
        "compile_seconds",
        "at_least",
        "at_least",
        "steps",
        "steps",
    ]
