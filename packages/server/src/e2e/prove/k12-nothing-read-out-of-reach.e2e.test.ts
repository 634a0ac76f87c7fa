import type { Operation } from '@govgate/adapter-http';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { countReads, type ReadCount } from '../../testing/count-reads.js';
import { withId } from '../../testing/hostile/id-positions.js';
import { casesOf, cursorCases, scopeCases } from '../../testing/hostile/isolation-cases.js';
import { type Caller, VANTAGES } from '../../testing/hostile/vantages.js';
import { tellProof } from '../../testing/proof-record.js';
import type { OperationSample } from '../../testing/samples/operation-sample.js';
import { sendSample } from '../../testing/samples/send-sample.js';
import type { Answered } from '../../testing/test-service.js';
import { MemoryWorlds } from '../../testing/worlds/memory-worlds.js';
import { fillNeighbourWorld, type NeighbourWorld } from '../../testing/worlds/neighbour-world.js';

/** Calls of people without grants in the scope that they name, each once. */
const outsideCalls = (): readonly { operation: Operation; caller: Caller; sample: OperationSample }[] => {
  const all = [...scopeCases(), ...VANTAGES.flatMap(casesOf)].filter(({ outside }) => outside);
  const calls = all.map(({ operation, caller, sample, position, present }) => ({
    operation,
    caller,
    sample: withId(sample, position, present),
  }));
  const byCall = new Map(
    calls.map((one) => [JSON.stringify([one.operation.id, one.caller, one.sample]), one]),
  );
  return [...byCall.values()];
};

describe('K12: reach is decided before anything is read', () => {
  let world: NeighbourWorld;
  let reads: ReadCount;

  const worlds = new MemoryWorlds(fillNeighbourWorld, (data) => {
    reads = countReads(createMemoryStore({ data }));
    return reads.store;
  });

  beforeEach(async () => {
    const { service, world: tokens } = await worlds.open();
    world = { service, tokens };
  });

  afterEach(() => world.service.stop());

  const send = (operation: Operation, caller: Caller, sample: OperationSample): Promise<Answered> =>
    sendSample(world.service.call, operation, caller === 'none' ? undefined : world.tokens[caller], sample);

  /** What a call reads, once its caller is known. */
  const readsOf = async (
    operation: Operation,
    caller: Caller,
    sample: OperationSample,
  ): Promise<string[]> => {
    await send(operation, caller, sample);
    reads.clear();
    const answer = await send(operation, caller, sample);
    expect(answer.json.reasonCode, operation.id).to.be.oneOf(['not_found', 'scope_forbidden']);
    return reads.told();
  };

  const readingCalls = async (headers: Record<string, string> = {}): Promise<string[]> => {
    const found: string[] = [];
    for (const { operation, caller, sample } of outsideCalls()) {
      const request =
        operation.method === 'get' ? sample : { ...sample, headers: { ...sample.headers, ...headers } };
      const reported = await readsOf(operation, caller, request);
      if (reported.length > 0) found.push(`${operation.id} by ${caller}: ${reported.join(', ')}`);
    }
    return found;
  };

  it('reads nothing of a tenant or environment in which the caller has no grant', async function () {
    this.timeout(120_000);
    const found = await readingCalls();
    const trials = outsideCalls().length;
    tellProof({ id: 'K12', what: 'operation × caller without reach', trials, broken: found.length });
    expect(found).to.deep.equal([]);
    expect(trials).to.be.greaterThan(300);
  });

  it('reads nothing for a call with an Idempotency-Key either, and claims nothing', async function () {
    this.timeout(120_000);
    expect(await readingCalls({ 'idempotency-key': 'k12' })).to.deep.equal([]);
  });

  it('reads nothing to continue a list that is out of reach', async function () {
    this.timeout(60_000);
    const found: string[] = [];
    for (const { operation, caller, cursorName, first, theirs } of cursorCases()) {
      if (theirs.tenant_id === first.tenant_id && caller !== 'staging') continue;
      const page = await send(operation, 'admin', { params: {}, query: first });
      const cursor = /"(?:next_?(?:cursor|page_?token))":"([^"]+)"/i.exec(page.text)?.[1] ?? '';
      const query = { ...first, [cursorName]: cursor };
      await send(operation, caller, { params: {}, query });
      reads.clear();
      const answer = await send(operation, caller, { params: {}, query });
      if (answer.status === 200 || answer.json.reasonCode === 'permission_denied') continue;
      if (reads.told().length > 0) found.push(`${operation.id} by ${caller}: ${reads.told().join(', ')}`);
    }
    expect(found).to.deep.equal([]);
  });
});
