#!/bin/sh
# What publint and arethetypeswrong say of what `npm run packages` packed.
set -eu
cd "$(dirname "$0")/../.."
for tarball in packed/*.tgz; do
  npx --yes publint@0.3.25 run --strict "$tarball"
done
for name in client domain; do
  npx --yes @arethetypeswrong/cli@0.18.5 packed/govgate-$name-[0-9]*.tgz
done
