"""When something was handed in, as platforms write it: ``2015-02-02 15:58:23.948203 America/Los_Angeles``."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

__all__ = ["moment"]

_MOMENT = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)[T ](?P<time>\d\d:\d\d(?::\d\d)?)(?P<fraction>\.\d{1,9})?\s*"
    r"(?P<zone>Z|[+-]\d\d:?\d\d|[A-Za-z][\w+-]{0,31}(?:/[A-Za-z][\w+-]{0,31}){0,2})?",
    re.ASCII,
)


def moment(text: str) -> datetime | None:
    """Returns the moment in UTC; None where it is none, or its zone is not known.

    Without a zone it is UTC, as nbgrader and Gradescope mean it. Letters that mean several zones (PST, CST) are none
    here: a submission that seems hours later than it was would lose points.
    """
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        return None
    zone = found["zone"] or "UTC"
    try:
        # ISO, which has no nanoseconds.
        moment = datetime.fromisoformat(f"{found['date']} {found['time']}{(found['fraction'] or '')[:7]}")
        if zone in ("Z", "UTC"):
            return moment.replace(tzinfo=UTC)
        if zone[0] in "+-":
            return datetime.fromisoformat(f"{moment.isoformat()}{zone}").astimezone(UTC)
        return moment.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    except (ValueError, KeyError, OSError, OverflowError):
        return None
