#!/usr/bin/env bash
# Generates clients from the OpenAPI document with the generators that people use, compiles them, counts their operations, and calls a
# service with each. Needs Java with Maven, Go, and Python with venv; what it fetches stays in .cache/generators.
set -euo pipefail
cd "$(dirname "$0")/../.."
ROOT=$PWD
DOCUMENT=$ROOT/docs/generated/openapi.json
PROGRAMS=$ROOT/tools/generators/programs
KEPT=$ROOT/.cache/generators
JAR=$KEPT/openapi-generator-cli-7.25.0.jar
WORK=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service"; rm -rf "$WORK"' EXIT

mkdir -p "$KEPT"
[ -e "$JAR" ] || mvn -q dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 "-DoutputDirectory=$KEPT"
[ -e "$KEPT/oapi-codegen" ] || GOBIN=$KEPT go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2
if [ ! -e "$KEPT/venv" ]; then
  python3 -m venv "$KEPT/venv"
  "$KEPT/venv/bin/pip" -q install openapi-python-client==0.29.1 ruff pydantic python-dateutil urllib3 typing-extensions lazy-imports
fi
export PATH=$KEPT/venv/bin:$PATH

npm run --silent build
GOVGATE_PORT=0 GOVGATE_DATA=$WORK/data GOVGATE_LOG_LEVEL=silent node packages/server/dist/bin/cli.js demo > "$WORK/demo.log" 2>&1 &
service=$!
touch "$WORK/demo.log"
until grep -q 'export TOKEN=' "$WORK/demo.log"; do kill -0 "$service" && sleep 0.2; done
URL=$(sed -n 's/.*listens on //p' "$WORK/demo.log")
TOKEN=$(sed -n 's/.*export TOKEN=//p' "$WORK/demo.log")
export URL TOKEN
# Each program grants a role to a user of its own.
for user in ogp ogt ogg oapi opc hey; do
  curl -sf -o /dev/null "$URL/v1/users" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
    -d "{\"user_id\":\"$user\",\"display_name\":\"$user\"}"
done

operations=$(grep -c '"x-scope"' "$DOCUMENT")
# What a generator names after its operations, one a line on standard input, and what it is called.
covers() {
  local found
  found=$(sort -u | wc -l)
  echo "$1: generated, compiled, called; $found of $operations operations"
  [ "$found" -ge "$operations" ]
}
# openapi-generator writes a webhook's parameters without a type for Python, which no interpreter reads; it is no call of a client anyway.
node -e 'const { webhooks, ...rest } = require(process.argv[1]); console.log(JSON.stringify(rest))' "$DOCUMENT" > "$WORK/calls.json"
generator() {
  java -jar "$JAR" generate -i "$WORK/calls.json" -g "$1" -o "$WORK/$1" "${@:2}" > "$WORK/$1.log" 2>&1 || { tail -20 "$WORK/$1.log"; return 1; }
}

generator python
PYTHONPATH=$WORK/python python3 -W error::SyntaxWarning "$PROGRAMS/openapi-generator-python.py"
grep -rhoE '    def \w+_with_http_info' "$WORK/python/openapi_client/api" | covers 'openapi-generator 7.25, Python'

generator typescript-fetch
cp "$PROGRAMS/typescript-fetch.ts.txt" "$WORK/typescript-fetch/program.ts"
compile() {
  echo '{ "type": "module" }' > "$1/package.json"
  echo '{ "compilerOptions": { "target": "es2022", "module": "es2022", "moduleResolution": "bundler", "strict": true, "skipLibCheck": true,
    "noEmit": true, "types": ["node"], "typeRoots": ["'"$ROOT"'/node_modules/@types"] }, "include": ["**/*.ts"] }' > "$1/tsconfig.json"
  node node_modules/typescript-7/bin/tsc -p "$1"
}
compile "$WORK/typescript-fetch"
node --import tsx "$WORK/typescript-fetch/program.ts"
grep -rhoE 'async \w+Raw\(' "$WORK/typescript-fetch/apis" | covers 'openapi-generator 7.25, TypeScript fetch'

generator go --additional-properties packageName=client,withGoMod=false
run_go() {
  mkdir -p "$1/main"
  cp "$PROGRAMS/$2" "$1/main/main.go"
  (cd "$1" && rm -rf test go.mod && go mod init govgate/client && go mod tidy && go run ./main) > "$1.run" 2>&1 || { tail -20 "$1.run"; return 1; }
}
run_go "$WORK/go" openapi-generator-go.go
grep -hoE '^func \(a \*\w+\) \w+Execute' "$WORK"/go/api_*.go | covers 'openapi-generator 7.25, Go'

mkdir "$WORK/oapi"
"$KEPT/oapi-codegen" -generate types,client -package client -o "$WORK/oapi/client.go" "$DOCUMENT"
run_go "$WORK/oapi" oapi-codegen.go
grep -hoE '^type \w+Response struct' "$WORK/oapi/client.go" | covers 'oapi-codegen 2.8'

openapi-python-client generate --path "$DOCUMENT" --output-path "$WORK/opc" > "$WORK/opc.log" 2>&1 || { tail -20 "$WORK/opc.log"; exit 1; }
PYTHONPATH=$WORK/opc python3 -W error::SyntaxWarning "$PROGRAMS/openapi-python-client.py"
grep -rlE '^def sync_detailed' "$WORK/opc" | covers 'openapi-python-client 0.29'

node node_modules/.bin/openapi-ts --silent -i "$DOCUMENT" -o "$WORK/hey-api" -c @hey-api/client-fetch
cp "$PROGRAMS/hey-api.ts.txt" "$WORK/hey-api/program.ts"
compile "$WORK/hey-api"
node --import tsx "$WORK/hey-api/program.ts"
grep -oE '^export const \w+ = <' "$WORK/hey-api/sdk.gen.ts" | covers 'hey-api 0.95'
