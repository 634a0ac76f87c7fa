import { allOperations, type Operation } from '@govgate/adapter-http';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { countReads, type ReadCount } from '../testing/count-reads.js';
import { sampleUrl } from '../testing/samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { copiesOf } from '../testing/worlds/record-copies.js';
import { makeWorld, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const pick = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

const lists = allOperations.filter(({ id, method }) => method === 'get' && id.startsWith('list'));

describe('a list', () => {
  let service: TestService;
  let tokens: Tokens;
  let reads: ReadCount;

  before(async () => {
    reads = countReads(createMemoryStore());
    service = await startTestService({ store: reads.store });
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
    await grow(100, 2);
  });

  after(() => service.stop());

  const grow = async (from: number, count: number): Promise<void> => {
    for (const copies of copiesOf(SAMPLE_RECORDS, from, count))
      await putRecords(service.ports, TENANT, copies);
  };

  /** What a list reads, and how many records are in its answer. */
  const askedOf = async ({ id, path }: Operation): Promise<readonly [reads: number, items: number]> => {
    const sample = OPERATION_SAMPLES[id];
    if (sample === undefined) throw new Error(`no sample of ${id}`);
    // Without the sample's filters, which would keep the copies out.
    const query = pick(sample.query, ['tenant_id', 'environment_id']);
    reads.clear();
    const url = sampleUrl(path, { ...sample, query });
    const { status, json, text } = await service.call(url, { token: tokens.admin });
    expect(status, `${id}: ${text}`).to.equal(200);
    return [reads.told().length, (json.items ?? json).length];
  };

  it('is read by a few questions for all of its records, not by some for each', async () => {
    const few = new Map<string, readonly [number, number]>();
    for (const list of lists) few.set(list.id, await askedOf(list));
    await grow(102, 8);
    const longer: string[] = [];
    const grown: string[] = [];
    for (const list of lists) {
      const [readsOfFew = 0, fewItems = 0] = few.get(list.id) ?? [];
      const [readsOfMany, items] = await askedOf(list);
      if (items > fewItems) longer.push(list.id);
      // One more at most: what is large is read in parts.
      if (readsOfMany > readsOfFew + 1)
        grown.push(`${list.id}: ${readsOfFew} for ${fewItems}, ${readsOfMany} for ${items}`);
    }
    expect(grown).to.deep.equal([]);
    expect(longer).to.include.members([
      'listDestinations',
      'listClientSurfaces',
      'listDataPlanes',
      'listAgents',
    ]);
  });
});
