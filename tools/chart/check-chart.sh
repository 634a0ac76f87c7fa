#!/bin/sh
# What helm says of the chart. Where helm is not installed it is built once, which needs Go.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/.cache/helm:$PATH"
export PATH
command -v helm > /dev/null || GOBIN="$PWD/.cache/helm" go install helm.sh/helm/v3/cmd/helm@v3.19.0
exec npx mocha --forbid-pending --spec packages/server/src/serve/rendered-chart.test.ts
