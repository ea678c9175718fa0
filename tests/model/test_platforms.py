"""What depends on the kind of device: its names, the environment of its workers, its clock, its lock."""

import pytest

from grader.model import platforms
from grader.model.platforms import PLATFORMS, Device


@pytest.mark.parametrize(
    ("word", "device"), [("cpu", ("cpu", None)), ("gpu", ("gpu", None)), ("gpu:1", ("gpu", 1)), ("tpu:0", ("tpu", 0))]
)
def test_a_device_is_a_platform_or_one_of_several(word, device):
    found = Device.parsed(word)
    assert (found.platform, found.number) == device


@pytest.mark.parametrize("word", ["", "gpus", "gpu:", "gpu:x", "gpu:-1", "gpu:1:2", "cpu:0", "GPU", "any"])
def test_any_other_word_is_none_and_names_what_there_is(word):
    with pytest.raises(ValueError, match=r"there (are|is one) cpu"):
        Device.parsed(word)


@pytest.mark.parametrize(
    ("reported", "name"), [("cpu", "cpu"), ("cuda", "gpu"), ("rocm", "gpu"), ("gpu", "gpu"), ("tpu", "tpu"), ("x", "x")]
)
def test_jaxs_names_are_turned_into_ours(reported, name):
    assert platforms.name_of(reported) == name


def test_only_a_chosen_device_is_seen_by_its_workers():
    assert platforms.started_with("gpu:1", {})["CUDA_VISIBLE_DEVICES"] == "1"
    assert platforms.started_with("tpu:3", {})["TPU_VISIBLE_CHIPS"] == "3"
    assert "CUDA_VISIBLE_DEVICES" not in {**platforms.started_with("gpu", {}), **platforms.started_with("", {})}


def test_a_number_counts_among_the_devices_that_the_grader_may_see():
    seen = {"CUDA_VISIBLE_DEVICES": "4, 7"}
    assert platforms.started_with("gpu:1", seen)["CUDA_VISIBLE_DEVICES"] == "7"
    assert platforms.started_with("gpu:2", seen)["CUDA_VISIBLE_DEVICES"] == "-1"


@pytest.mark.parametrize("device", ["", "any", "cpu", "gpu", "gpu:1", "tpu"])
def test_no_worker_takes_a_devices_memory_ahead(device):
    assert platforms.started_with(device, {})["XLA_PYTHON_CLIENT_PREALLOCATE"] == "false"


@pytest.mark.parametrize(
    ("device", "platform", "seen", "name"),
    [
        ("", "cpu", {}, "cpu"),
        ("gpu", "cpu", {"CUDA_VISIBLE_DEVICES": "3"}, "cpu"),
        ("gpu", "gpu", {}, "gpu-0"),
        ("gpu:1", "gpu", {}, "gpu-1"),
        ("gpu", "gpu", {"CUDA_VISIBLE_DEVICES": "3,1"}, "gpu-3"),
        ("gpu:1", "gpu", {"HIP_VISIBLE_DEVICES": "3,1"}, "gpu-1"),
        ("gpu", "gpu", {"CUDA_VISIBLE_DEVICES": "GPU-8a/../x"}, "gpu-GPU-8a----x"),
    ],
)
def test_one_device_has_one_lock_whatever_a_process_calls_it(device, platform, seen, name):
    assert platforms.lock_name(device, platform, seen) == name


def test_the_processors_time_counts_on_the_processor_alone():
    assert [name for name, one in PLATFORMS.items() if one.clock == "processor"] == ["cpu"]
    assert [name for name, one in PLATFORMS.items() if one.pins_a_core] == ["cpu"]


def test_a_platform_that_nobody_foresaw_is_timed_by_the_wall():
    assert (platforms.of("npu").clock, platforms.of("npu").pins_a_core) == ("wall", False)
