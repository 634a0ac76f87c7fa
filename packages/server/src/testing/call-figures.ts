/**
 * How much of our own code a call runs: `npm run figures`. A service over an embedded store, warmed up; V8 counts the calls of each
 * function while one request is answered. Modules of tests and of libraries do not count.
 */
import { type Profiler, Session } from 'node:inspector/promises';
import { policyVersionKind } from '@govgate/ports';
import { sampleUrl } from './samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from './samples/operation-samples.js';
import { sampleDraft, sampleHash } from './samples/policy-samples.js';
import { startTestService } from './test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT } from './worlds/world.js';

const DRAFTS = ['pv_a', 'pv_b', 'pv_c', 'pv_d'];
const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

const service = await startTestService({ on: 'sqlite' });
const { admin } = await makeWorld(service.ports);
await putRecords(service.ports, TENANT, [
  ...SAMPLE_RECORDS,
  ...DRAFTS.map((id) => ({ kind: policyVersionKind, record: sampleDraft(id) })),
]);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const body = { manifest_hash: sampleHash(), reason_code: 'go_live' };
const publish = async (id: string): Promise<number> => {
  return (await service.call(`/v1/policies/${id}/publish?${SCOPE}`, { token: admin, body })).status;
};

const listSurfaces = async (): Promise<number> => {
  const sample = OPERATION_SAMPLES.listClientSurfaces;
  if (sample === undefined) throw new Error('no sample for a list of surfaces');
  return (await service.call(sampleUrl('/v1/client-surfaces', sample), { token: admin })).status;
};

/** Calls and functions of our own while something is done. */
const counted = async (name: string, work: () => Promise<number>): Promise<void> => {
  await session.post('Profiler.takePreciseCoverage');
  const status = await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ url }) => isOurs(url)).flatMap(({ functions }) => functions.flatMap(countOf));
  const calls = ran.reduce((sum, count) => sum + count, 0);
  console.log(`${name}: ${calls} calls of ${ran.length} functions (answered ${status})`);
};

const isOurs = (url: string): boolean =>
  /\/packages\/[^/]+\/src\//.test(url) && !/\/testing\/|\/ports-testkit\//.test(url);

// A function starting at the beginning of its file is the module itself; `__name` is esbuild's.
const countOf = ({ functionName, ranges: [whole] }: Profiler.FunctionCoverage): number[] =>
  functionName === '__name' || whole === undefined || whole.startOffset === 0 || whole.count === 0
    ? []
    : [whole.count];

await publish('pv_a');
await listSurfaces();
await publish('pv_b');
await listSurfaces();
await counted('A publish', () => publish('pv_c'));
await counted('A list of surfaces, the first after a commit', listSurfaces);
await counted('The same list again', listSurfaces);
session.disconnect();
await service.stop();
