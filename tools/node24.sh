#!/usr/bin/env bash
# Runs a command under Node 24, which npm carries as a package: tools/node24.sh npm test
set -euo pipefail
cd "$(dirname "$0")/.."

case "$(uname -m)" in
  x86_64) platform=x64 ;;
  aarch64 | arm64) platform=arm64 ;;
  *) echo "no Node 24 package for $(uname -m)" >&2 && exit 2 ;;
esac

# A folder of its own: the binary must never become a dependency of the repository.
home="$PWD/.cache/node24"
bin="$home/node_modules/node-linux-$platform/bin"
if [ ! -x "$bin/node" ]; then
  mkdir -p "$home"
  echo '{ "private": true }' > "$home/package.json"
  npm install --prefix "$home" --no-package-lock --no-audit --no-fund --silent "node-linux-$platform@24"
fi

export PATH="$bin:$PATH"
echo "Node $(node --version)" >&2
exec "$@"
