#!/bin/sh
# make-venv.sh FOLDER PACKAGE...: an environment of Python with these packages, unless it is there; a shell's, so that .ci/run can
# make one while npm installs the rest. Prints nothing and ends with 3 where no Python fits.
set -eu
folder=$1
shift
# Written last, so that an installation cut short, or of other packages, is not taken for this one.
mark=$folder/.packages
[ "$(cat "$mark" 2> /dev/null)" != "$*" ] || exit 0

# A distribution's own is built with profiles, and takes a seventh less CPU time than one that was built by hand.
for python in /usr/bin/python3 python3.13 python3.12 python3.11 python3.10 python3 none; do
  "$python" -c 'import sys, venv, ensurepip; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' 2> /dev/null && break
done
[ "$python" != none ] || exit 3

rm -rf "$folder"
"$python" -m venv "$folder"
# What is imported is compiled then; the rest never need be.
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-compile "$@"
echo "$*" > "$mark"
