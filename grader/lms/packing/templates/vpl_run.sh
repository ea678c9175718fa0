#!/bin/bash
# "Run": runs the first file that was handed in, in the student's terminal. Nothing is graded.
. vpl_environment.sh
{
  echo '#!/bin/bash'
  printf 'exec "${JITGRADE_HOME:-/opt/jitgrade}/bin/python" %q\n' "$VPL_SUBFILE0"
} >vpl_execution
chmod +x vpl_execution
