"""Renders a report as JSON: the stable form, from which any other can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.model.digest import signed
from grader.reports.plain import plain

if TYPE_CHECKING:
    from grader.model.report import Report
    from grader.reports.setting import Setting

__all__ = ["render"]


def render(report: Report, setting: Setting) -> str:
    """Returns the report, signed, as indented JSON of the schema that its ``schema`` field names."""
    whole = signed(plain(report), setting.key)
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"
