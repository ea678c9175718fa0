#!/usr/bin/env bash
# Installs what grades into /opt/jitgrade: once, as root, with a network, when the image or the server is set up.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
home=${JITGRADE_HOME:-/opt/jitgrade}
version=@PYTHON@
export DEBIAN_FRONTEND=noninteractive PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_CACHE_DIR=1

# What may lie here, solutions and hidden cases, is root's alone; Python and its packages everybody has to read.
chmod -R go= .
umask 022

# A Python of this version that is no candidate (Ubuntu 22.04 has such a 3.11) and can make an environment.
usable() {
  "$1" -c "import ensurepip, sys, venv
sys.exit('%d.%d' % sys.version_info[:2] != '$version' or sys.version_info.releaselevel != 'final')" 2>/dev/null
}

have_apt() { command -v apt-get >/dev/null && apt-get update -qq; }

python=python$version
if ! usable "$python" && have_apt; then
  apt-get install -qq --no-install-recommends "$python-venv" >/dev/null 2>&1 || echo "This system has no $python of its own."
fi
if ! usable "$python"; then
  echo "Fetching Python $version with uv."
  python3 -m pip --version >/dev/null 2>&1 || { have_apt && apt-get install -qq --no-install-recommends python3-pip >/dev/null; }
  python3 -m pip install --quiet --no-deps --upgrade --target "$home/uv" --requirement uv.txt
  export UV_PYTHON_INSTALL_DIR=$home/python UV_NO_CONFIG=1
  "$home/uv/bin/uv" python install --no-bin "$version"
  python=$("$home/uv/bin/uv" python find --managed-python "$version")
  "$python" -m compileall -q "$("$python" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" || true
fi

# What was installed here before goes: it may be another Python's, and packages that nothing needs any more would stay.
if [ -e "$home/pyvenv.cfg" ]; then
  rm -rf "$home"/{bin,include,lib,lib64,pyvenv.cfg}
fi
"$python" -m venv "$home"
"$home/bin/python" -m pip install --quiet --compile --no-deps --only-binary :all: --requirement requirements.txt
"$home/bin/python" -m pip install --quiet --compile --no-deps --no-index wheels/*.whl
"$home/bin/python" -m pip check
"$home/bin/grade" --version
