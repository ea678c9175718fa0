"""What is wrong with how a run was set up, for whoever did that: its package, its folders, what is installed."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from grader import __version__
from grader.course.errors import CourseError, Problem
from grader.lms.package import FILE, read_package
from grader.lms.platforms import PLATFORMS

if TYPE_CHECKING:
    from pathlib import Path

    from grader.lms.package import Package
    from grader.lms.platforms import Platform

__all__ = ["other_versions", "package_for"]

_ARCHIVES: Final = (".zip", ".tar", ".tar.gz", ".b64")


def package_for(platform: Platform, folder: Path, submission: Path) -> Package:
    """Returns the package in a folder.

    Raises CourseError where there is none, it is another platform's, or the submission's folder is missing.
    """
    if not (folder / FILE).exists():
        raise CourseError([Problem(message=f"there is no {FILE} in {folder}; {_instead(folder)}")])
    package = read_package(folder)
    if package.platform != platform.name:
        made = PLATFORMS[package.platform].title if package.platform in PLATFORMS else package.platform
        which = " ".join(str(int(name.partition("_")[0])) for name in package.exercises)
        said = f"this was packaged for {made}; `grade package {platform.name} {which}` packages for {platform.title}"
        raise CourseError([Problem(file=FILE, message=said)])
    try:
        os.scandir(submission).close()
    except OSError as error:
        said = f"cannot be read ({error.strerror}); {platform.title} puts there what is handed in"
        raise CourseError([Problem(file=str(submission), message=said)]) from None
    return package


def other_versions(package: Package) -> str:
    """Returns in a sentence that another jitgrade or jax is installed than the package was made with; "" where none is.

    Where nothing is told of a version, it is taken for the right one.
    """
    try:
        jax = version("jax")
    except PackageNotFoundError:
        jax = ""
    made, here = (package.jitgrade, package.jax or jax), (__version__, jax)
    if made == here:
        return ""
    said = [
        " and ".join(f"{name} {one}" for name, one in zip(("jitgrade", "jax"), two, strict=True))
        for two in (made, here)
    ]
    return f"this was packaged with {said[0]}, and {said[1]} are installed here; run the setup.sh that came with it"


def _instead(folder: Path) -> str:
    """Where the package may be instead, or what has to be done first."""
    if folder.is_file():
        return "that is a file: unpack it, and name the folder with --package"
    inside = next((path.parent for path in sorted(folder.glob(f"*/{FILE}"))), None)
    if inside is not None:
        return f"name {inside} with --package"
    packed = next((path.name for path in sorted(folder.glob("*")) if path.name.endswith(_ARCHIVES)), "")
    if packed:
        return f"unpack {packed} first, and name the folder with --package"
    return "--package names the folder in which it lies"
