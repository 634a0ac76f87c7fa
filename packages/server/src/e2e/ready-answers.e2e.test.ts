import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { auditEventBy, systemCaller } from '@govgate/application';
import { ALL_KINDS, type AnyKind, agentKind, partitionOf, type ScopeOfKind } from '@govgate/ports';
import { expect } from 'chai';
import { countReads, type ReadCount } from '../testing/count-reads.js';
import { sampleUrl } from '../testing/samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const cacheable = allOperations.filter((one) => one.cacheable && one.permission !== 'public');
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

  /** Writes a record of a kind unchanged. */
  const touch = async (kind: AnyKind): Promise<void> => {
    const scope = partitionOf(kind, { tenantId: TENANT, environmentId: PRODUCTION }) as ScopeOfKind<AnyKind>;
    const [stored] = (await service.store.records.page(kind, scope, { limit: 1 })).items;
    if (stored === undefined) throw new Error(`the world has no ${kind.name}`);
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
    it(`are given of ${operation.id} until any commit of the tenant`, async () => {
      await ask(operation);
      expect(await readBy(operation)).to.deep.equal([]);
      await touch(agentKind);
      expect(await readBy(operation)).not.to.deep.equal([]);
    });
  }

  it('makes one anew after a commit of another process', async () => {
    const [operation] = cacheable.filter(({ id }) => id === 'readPolicy');
    if (operation === undefined) throw new Error('readPolicy is not cacheable');
    await ask(operation);
    const other = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
    await putRecords({ ...service.ports, unitOfWork: other.unitOfWork }, TENANT, []);
    await other.close();
    expect(await readBy(operation)).not.to.deep.equal([]);
  });
});
