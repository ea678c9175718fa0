#!/bin/bash
# "Run": runs the first file that was handed in, in the student's terminal. Nothing is graded.
# The rest of vpl_environment.sh is not run here: in VPL_SUBFILES, names of files may hold commands.
eval "$(grep '^export VPL_SUBFILE0=' vpl_environment.sh)"
{
  echo '#!/bin/bash'
  printf 'exec "${JITGRADE_HOME:-/opt/jitgrade}/bin/python" %q\n' "$VPL_SUBFILE0"
} >vpl_execution
chmod +x vpl_execution
