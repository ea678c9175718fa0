#!/bin/bash
# "Evaluate": makes vpl_execution, the one file that VPL leaves and runs. It holds the package, and grades by it.
# Of what VPL tells, only what is on one line and between single quotes: VPL_SUBFILES is neither.
{
  echo '#!/bin/bash'
  grep -E '^export VPL_(MAXTIME|GRADEMIN|GRADEMAX|SUBFILE[0-9]+)=' vpl_environment.sh
  cat <<'END'
package=$(mktemp -d) || exit 1
trap 'rm -rf "$package"' EXIT
sed '1,/^# The package:$/d' "$0" | base64 -d | tar -xzf - -C "$package" || exit 1
rm -f -- "$0"
"${JITGRADE_HOME:-/opt/jitgrade}/bin/grade" run-in vpl --root . --package "$package"
exit
# The package:
END
  cat jitgrade.b64
} >vpl_execution
chmod +x vpl_execution
