import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerOf,
  evaluationRequest,
  evaluationsRequest,
  govgateServer,
  makeStore,
  publishRequests,
  readPolicyRequest,
  seedPolicies,
  signTrail,
} from './govgate.js';
import type { LoadRequest } from './load.js';
import { startMeasured } from './measured-server.js';
import { fillRealTenant, type TenantSizes } from './real-tenant.js';

/** A filled store to copy for each contest, and the product's own answers, which the yardsticks send. */
export interface PreparedStore {
  /** A copy of the store for one server, gone with the prepared store at the latest. */
  copy(): Promise<string>;
  readonly answers: Readonly<Record<'read' | 'publish' | 'evaluation' | 'evaluations', string>>;
  dispose(): Promise<void>;
}

/** Makes a store for what is asked of it, filled with the records and the trail of a tenant besides where its sizes are given. */
export const prepareStore = async (tenant?: TenantSizes): Promise<PreparedStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'govgate-bench-'));
  const store = join(folder, 'store');
  await mkdir(store);
  if (tenant === undefined) await makeStore(store);
  else await fillRealTenant(store, 'default', tenant);
  const server = await startMeasured(govgateServer(store));
  const keep = async (name: string, request: LoadRequest | undefined): Promise<string> => {
    if (request === undefined) throw new Error(`no request for ${name}`);
    const file = join(folder, `${name}.json`);
    await writeFile(file, await answerOf(server, request));
    return file;
  };
  await seedPolicies(server);
  const publish = await keep('publish', publishRequests[0]);
  const answers = {
    publish,
    read: await keep('read', readPolicyRequest),
    evaluation: await keep('evaluation', evaluationRequest),
    evaluations: await keep('evaluations', evaluationsRequest),
  };
  await server.stop();
  await signTrail(store);
  return {
    answers,
    copy: async () => {
      const copy = await mkdtemp(join(folder, 'copy-'));
      await cp(store, copy, { recursive: true });
      return copy;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
};
