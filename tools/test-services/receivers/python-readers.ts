import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { installVenv, KEEPING_COMPILED } from '../python-venv.js';

/** The published OTLP messages and a verifier of Standard Webhooks that others wrote, from PyPI. */
const PACKAGES = ['opentelemetry-proto==1.45.2', 'standardwebhooks==1.1.0'];

const READ_OTLP = `
import json, sys
from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.logs.v1.logs_pb2 import SeverityNumber
def value(one):
    kind = one.WhichOneof("value")
    if kind is None: return None
    if kind == "kvlist_value": return {pair.key: value(pair.value) for pair in one.kvlist_value.values}
    if kind == "array_value": return [value(item) for item in one.array_value.values]
    return getattr(one, kind)
request = json_format.Parse(sys.stdin.read(), ExportLogsServiceRequest(), ignore_unknown_fields=False)
print(json.dumps([{
    "time": record.time_unix_nano,
    "severity": SeverityNumber.Name(record.severity_number),
    "body": value(record.body),
    "attributes": {pair.key: value(pair.value) for pair in record.attributes},
} for logs in request.resource_logs for scope in logs.scope_logs for record in scope.log_records]))
`;

const VERIFY_WEBHOOK = `
import json, sys
from standardwebhooks import Webhook
given = json.load(sys.stdin)
print(json.dumps(Webhook(given["secret"]).verify(given["body"], given["headers"])))
`;

/** Readers that hold what we send against what others published; they reject with the reader's own words. */
export interface PythonReaders {
  readOtlpLogs(body: string): Promise<unknown>;
  verifyWebhook(given: {
    readonly secret: string;
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
  }): Promise<unknown>;
}

/** Runs a program that reads its standard input and writes JSON; rejects with the last line of what it complained of. */
export const runPython = (python: string, program: string, input: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...KEEPING_COMPILED };
    const child = execFile(python, ['-c', program], { env }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout));
      else reject(new Error(stderr.trim().split('\n').at(-1)));
    });
    child.stdin?.end(input);
  });

/** The readers, or undefined where no Python fits. */
export const providePythonReaders = async (): Promise<PythonReaders | undefined> => {
  const folder = await installVenv('export-readers-1', PACKAGES);
  if (folder === undefined) return undefined;
  const python = join(folder, 'python');
  return {
    readOtlpLogs: (body) => runPython(python, READ_OTLP, body),
    verifyWebhook: (given) => runPython(python, VERIFY_WEBHOOK, JSON.stringify(given)),
  };
};
