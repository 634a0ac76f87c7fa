import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { auditEventBy, systemCaller } from '@govgate/application';
import {
  ALL_KINDS,
  type AnyKind,
  agentKind,
  clientSessionKind,
  dataPlaneKind,
  destinationKind,
  partitionOf,
  type ScopeOfKind,
} from '@govgate/ports';
import { expect } from 'chai';
import { countReads, type ReadCount } from '../testing/count-reads.js';
import { sampleUrl } from '../testing/samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, STAGING, TENANT, type Tokens } from '../testing/worlds/world.js';

const cacheable = allOperations.filter((one) => one.cacheable !== undefined && one.permission !== 'public');
/** Kinds that most answers do not depend on. */
const ELSEWHERE: readonly AnyKind[] = [agentKind, clientSessionKind, destinationKind];

/** One of each kind that an answer depends on, in a different environment from the requested one. */
const IN_STAGING = cacheable
  .flatMap(({ cacheable: kinds }) => (Array.isArray(kinds) ? (kinds as AnyKind[]) : []))
  .filter((kind, at, all) => kind.scoping === 'environment' && all.indexOf(kind) === at)
  .map((kind) => {
    const sample = SAMPLE_RECORDS.find((one) => one.kind === kind);
    return { kind, record: { ...(sample?.record as object), environmentId: STAGING } };
  });

describe('ready answers', () => {
  let service: TestService;
  let tokens: Tokens;
  let reads: ReadCount;
  const folder = mkdtempSync(join(tmpdir(), 'govgate-ready-'));

  before(async function () {
    this.timeout(60_000);
    reads = countReads(await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS }));
    service = await startTestService({ store: reads.store });
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
    await putRecords(service.ports, TENANT, IN_STAGING);
  });

  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async ({ id, path, method }: Operation): Promise<Answered> => {
    const sample = OPERATION_SAMPLES[id];
    if (sample === undefined) throw new Error(`no sample of ${id}`);
    const answer = await service.call(sampleUrl(path, sample), {
      method: method.toUpperCase(),
      token: tokens.admin,
      headers: { ...sample.headers },
    });
    expect(answer.status, answer.text).to.equal(200);
    return answer;
  };

  /** Writes a record of a kind unchanged, in the environment of the samples or another one. */
  const touch = async (kind: AnyKind, environmentId = PRODUCTION): Promise<void> => {
    const scope = partitionOf(kind, { tenantId: TENANT, environmentId }) as ScopeOfKind<AnyKind>;
    const [stored] = (await service.store.records.page(kind, scope, { limit: 1 })).items;
    if (stored === undefined) throw new Error(`the world has no ${kind.name} in ${environmentId}`);
    const event = auditEventBy(service.ports, systemCaller('cli', TENANT, 'req_touch'), {
      eventType: 'tenant.imported',
      action: 'import',
      environmentId: null,
      resourceId: TENANT,
    });
    const change = { kind, record: stored.record, expectedVersion: stored.version };
    expect((await service.store.unitOfWork.commit({ changes: [change], audit: [event] })).committed).to.equal(
      true,
    );
  };

  /** What a call reads: nothing, if its answer was ready. */
  const readBy = async (operation: Operation): Promise<string[]> => {
    reads.clear();
    await ask(operation);
    return [...new Set(reads.told())].sort();
  };

  for (const operation of cacheable) {
    const { id, cacheable: kinds } = operation;
    if (kinds === 'until_any_commit' || kinds === undefined) {
      it(`rebuild that of ${id} after any commit`, async () => {
        await ask(operation);
        expect(await readBy(operation)).to.deep.equal([]);
        await touch(agentKind);
        expect(await readBy(operation)).not.to.deep.equal([]);
      });
      continue;
    }

    it(`build that of ${id} from records of the kinds it names`, async () => {
      for (const kind of kinds) await touch(kind);
      // What is known about the caller may be read again too.
      await service.call('/v1/identity/me', { token: tokens.admin });
      const read = await readBy(operation);
      expect(read).not.to.deep.equal([]);
      const named = kinds.flatMap(({ name }) =>
        ['get', 'getMany', 'page'].map((how) => `records.${how} ${name}`),
      );
      expect(read.filter((one) => !named.includes(one))).to.deep.equal([]);
    });

    it(`keep that of ${id} across commits elsewhere`, async () => {
      await ask(operation);
      for (const kind of ELSEWHERE) if (!kinds.includes(kind)) await touch(kind);
      for (const kind of kinds) if (kind.scoping === 'environment') await touch(kind, STAGING);
      expect(await readBy(operation)).to.deep.equal([]);
    });

    for (const kind of kinds)
      it(`rebuild that of ${id} when a ${kind.name} is written`, async () => {
        await ask(operation);
        await touch(kind);
        expect(await readBy(operation)).not.to.deep.equal([]);
      });
  }

  it('keeps a list with a revoked surface until a data plane that applies or loses the revocation says so', async () => {
    const query = `environment_id=${PRODUCTION}`;
    const send = (method: string, path: string, body: object) =>
      service.call(`${path}?${query}`, { method, token: tokens.admin, body });
    const heartbeat = async (lastRevocationSequence: number): Promise<void> => {
      for (const { id } of await planes()) {
        const sample = OPERATION_SAMPLES.reportHeartbeat?.body as object;
        const sent = await send('PUT', `/v1/data-planes/${id}/heartbeat`, {
          ...sample,
          lastRevocationSequence,
        });
        expect(sent.status, sent.text).to.equal(200);
      }
    };
    const planes = async () => {
      const scope = { tenantId: TENANT, environmentId: PRODUCTION };
      const page = await service.store.records.page(dataPlaneKind, scope, { limit: 50 });
      return page.items.map(({ record }) => ({ id: record.dataPlaneId }));
    };
    const list = async () => {
      reads.clear();
      const answer = await service.call(`/v1/client-surfaces?${query}`, { token: tokens.admin });
      const { items } = JSON.parse(answer.text) as { items: { revocationState: string }[] };
      const states = items
        .map(({ revocationState }) => revocationState)
        .filter((one) => one !== 'not_revoked');
      return { states, read: [...new Set(reads.told())] };
    };
    const pending = { states: ['revocation_pending'], read: ['records.countBy data_plane_observation'] };
    await send('POST', '/v1/client-surfaces/cs_active/revoke', { reasonCode: 'sample', reason: 'A sample' });
    await heartbeat(0);
    expect((await list()).states).to.deep.equal(['revocation_pending']);
    expect(await list()).to.deep.equal(pending);
    await heartbeat(0);
    expect(await list()).to.deep.equal(pending);
    await heartbeat(1_000_000);
    expect((await list()).states).to.deep.equal(['revoked']);
    expect(await list()).to.deep.equal({ ...pending, states: ['revoked'] });
    await heartbeat(0);
    expect((await list()).states).to.deep.equal(['revocation_pending']);
  });

  it('makes one anew after a commit of another process', async () => {
    const [operation] = cacheable.filter(({ id }) => id === 'readPolicy');
    if (operation === undefined) throw new Error('readPolicy is not cacheable');
    await ask(operation);
    const other = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
    await putRecords({ ...service.ports, unitOfWork: other.unitOfWork }, TENANT, []);
    await other.close();
    // Its own later commits do not hide the gap.
    await touch(agentKind);
    expect(await readBy(operation)).not.to.deep.equal([]);
  });
});
