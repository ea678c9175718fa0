#!/usr/bin/env bash
# Grades what lies in /grade/student; PrairieLearn starts this in the container of every submission.
root=${JITGRADE_ROOT:-}
chmod go= "$root/grade"
exec "${JITGRADE_HOME:-/opt/jitgrade}/bin/grade" run-in prairielearn --root "$root/" --package "$root/grade/tests"
