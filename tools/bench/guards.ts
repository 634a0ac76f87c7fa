/**
 * What each guard costs: `npm run build && node --import tsx --conditions=development tools/bench/guards.ts`. A guard with a
 * setting or a header of its own is measured as the product with it beside the product without it, the others alone in this
 * process. `--rounds 5`, `--seconds 5`, `--connections 50`.
 */

import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { allOperations } from '@govgate/adapter-http';
import { checkBody } from '../../packages/adapter-http/src/operation/body-safety.js';
import { compileProjector } from '../../packages/adapter-http/src/operation/projector.js';
import { validate } from '../../packages/adapter-http/src/operation/validate.js';
import { makeAddressPolicy, mayConnect } from '../../packages/worker/src/egress/address-policy.js';
import { parseTarget } from '../../packages/worker/src/egress/egress-target.js';
import { type Contest, runContest } from './contest.js';
import { createPolicyBody, govgateServer, publishRequests, readPolicyRequest } from './govgate.js';
import { type LoadRequest, UNIQUE } from './load.js';
import { median } from './median.js';
import { type PreparedStore, prepareStore } from './prepared-store.js';
import { contestTable, textTable } from './print-table.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
  },
});
const effort = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
};

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

const TIMES = 20_000;

/** Microseconds a call, the median of five goes after one to warm up. */
const microsOf = (work: () => unknown): number => {
  const go = (): number => {
    const startedAt = performance.now();
    for (let time = 0; time < TIMES; time += 1) work();
    return ((performance.now() - startedAt) * 1_000) / TIMES;
  };
  go();
  return median(Array.from({ length: 5 }, go));
};

const operation = (id: string) => {
  const found = allOperations.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};

const bodyOf = (id: string) => {
  const { body } = operation(id);
  if (body === undefined) throw new Error(`${id} takes no body`);
  return body;
};

/** The guards that every call passes, alone. */
const inProcess = (policyAnswer: string): string => {
  const createSchema = bodyOf('createPolicy');
  const publishSchema = bodyOf('publishPolicy');
  const body = JSON.parse(createPolicyBody('bench-one'));
  const publish = JSON.parse(publishRequests[0]?.body ?? '{}');
  const project = compileProjector(operation('readPolicy').response);
  const answer = JSON.parse(policyAnswer);
  const policy = makeAddressPolicy([], []);
  const guards: readonly (readonly [string, () => unknown])[] = [
    ['depth, keys and texts of a policy of 2 KB', () => checkBody(body)],
    ['depth, keys and texts of a publish', () => checkBody(publish)],
    ['schema and search for credentials, a policy', () => validate(createSchema, body, 'body')],
    ['schema and search for credentials, a publish', () => validate(publishSchema, publish, 'body')],
    ['projecting a policy on its declared fields', () => project(answer)],
    ['target of a delivery', () => parseTarget('https://siem.example:8443/services/collector', policy)],
    ['address of a delivery', () => mayConnect('203.0.114.7', 'https:', policy)],
  ];
  return textTable([['', 'µs'], ...guards.map(([name, work]) => [name, microsOf(work).toFixed(2)])]);
};

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`);
console.log(`${effort.rounds} rounds of ${effort.seconds} s, ${effort.connections} connections, medians\n`);
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
  console.log(`Alone, in one process\n${inProcess(await readFile(store.answers.read, 'utf8'))}`);
} finally {
  await store.dispose();
}
