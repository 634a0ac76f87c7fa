/**
 * What each guard costs: `npm run build && node --import tsx --conditions=@govgate/source tools/bench/guards.ts`. A guard with a
 * setting or a header of its own is measured as the product with it beside the product without it, the others alone in this
 * process. `--rounds 5`, `--seconds 5`, `--connections 50`.
 */

import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type Contest, runContest } from './contest.js';
import { EFFORT_OPTIONS, effortLine, effortOf } from './effort.js';
import { createPolicyBody, govgateServer, publishRequests, readPolicyRequest } from './govgate.js';
import type { LoadRequest } from './load.js';
import { type PreparedStore, prepareStore } from './prepared-store.js';
import { contestTable, textTable } from './print-table.js';
import { UNIQUE } from './unique.js';

const { values } = parseArgs({ options: EFFORT_OPTIONS });
const effort = effortOf(values);

const LARGE = '1000000';
const COUNTED = { GOVGATE_RATE_READS_PER_MINUTE: LARGE, GOVGATE_RATE_WRITES_PER_MINUTE: LARGE };
const keyed = (request: LoadRequest): LoadRequest => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': UNIQUE },
});

/** The product without a guard as the floor, with it as the product. */
const besides = async (
  store: PreparedStore,
  title: string,
  requests: readonly LoadRequest[],
  guarded: { readonly env?: Record<string, string>; readonly requests?: readonly LoadRequest[] },
): Promise<Contest> => ({
  title,
  contenders: [
    { role: 'floor', name: 'without', server: govgateServer(await store.copy()), requests },
    {
      role: 'product',
      name: 'with',
      server: govgateServer(await store.copy(), guarded.env),
      requests: guarded.requests ?? requests,
    },
  ],
});

/** Programs that print a line of JSON for each guard that a call passes: `["what", micros]`. */
const ALONE = [
  'packages/adapter-http/src/operation/testing/guard-costs.ts',
  'packages/worker/src/egress/testing/guard-costs.ts',
].map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)));

const alone = async (answerFile: string): Promise<string> => {
  const reported: string[][] = [['', 'µs']];
  for (const program of ALONE) {
    const node = ['--import', 'tsx', '--conditions=@govgate/source', program];
    const input = [createPolicyBody('bench-one'), publishRequests[0]?.body ?? '', answerFile];
    const { stdout } = await promisify(execFile)(process.execPath, [...node, ...input]);
    for (const line of stdout.trim().split('\n')) {
      const [what, micros] = JSON.parse(line) as [string, number];
      reported.push([what, micros.toFixed(2)]);
    }
  }
  return textTable(reported);
};

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`);
console.log(effortLine(effort));
const store = await prepareStore();
try {
  const contests = [
    () => besides(store, 'Limits of rate, GET one policy', [readPolicyRequest], { env: COUNTED }),
    () => besides(store, 'Limits of rate, POST publish', publishRequests, { env: COUNTED }),
    () =>
      besides(store, 'Idempotency-Key, POST publish', publishRequests, {
        requests: publishRequests.map(keyed),
      }),
  ];
  for (const contest of contests) {
    const { title, contenders } = await contest();
    console.log(`${title}\n${contestTable(await runContest({ title, contenders }, effort))}\n`);
  }
  console.log(`Alone, in one process\n${await alone(store.answers.read)}`);
} finally {
  await store.dispose();
}
