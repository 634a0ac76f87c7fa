import { ok, type Result, refuse } from '@govgate/domain';
import { type IdempotencyEntry, idempotencyKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { overtaken } from '../role-bindings/testing/overtaken.js';
import { type Bench, makeBench, refusalOf, TENANT } from '../testing/use-case-bench.js';
import { auditEvent } from './audit-event.js';
import type { CallContext } from './context.js';
import { decideAndCommit } from './decide-and-commit.js';
import { onceAllowed } from './once-allowed.js';
import { makeRepeatableCalls, type RepeatableCall } from './repeatable-call.js';

const CALL = { key: 'k', operationId: 'doIt', path: '/v1/it', sent: { a: 1 } };

const entries = async ({ store }: Bench): Promise<Pick<IdempotencyEntry, 'state' | 'output'>[]> => {
  const page = await store.records.page(idempotencyKind, { tenantId: TENANT }, { limit: 10 });
  return page.items.map(({ record: { state, output } }) => ({ state, output }));
};

const repeatableOn = async (bench: Bench, over: Partial<typeof CALL> = {}): Promise<RepeatableCall> => {
  const { principal } = await bench.as('ada');
  return makeRepeatableCalls(bench.ports)(principal, { ...CALL, ...over });
};

const contextWith = async (bench: Bench, repeatable: RepeatableCall): Promise<CallContext> => ({
  ...(await bench.as('ada')),
  repeatable,
});

/** Runs a change as the adapter does: the use case, then the end of the call. */
const change = async (
  bench: Bench,
  {
    output = 'done',
    allowed = ok(undefined),
    decided = () => ok(undefined),
    ports = bench.ports,
    over = {},
  }: {
    readonly output?: string;
    readonly allowed?: Result<undefined>;
    readonly decided?: (tried: number) => Result<unknown>;
    readonly ports?: Bench['ports'];
    readonly over?: Partial<typeof CALL>;
  } = {},
): Promise<Result<unknown>> => {
  const repeatable = await repeatableOn(bench, over);
  const context = await contextWith(bench, repeatable);
  let tried = 0;
  const outcome = await decideAndCommit<undefined, unknown>(ports, context, {
    admit: () => allowed,
    decide: () => {
      tried += 1;
      const made = decided(tried);
      if (!made.ok) return made;
      if (made.value === 'nothing to do') return ok({ output });
      const event = auditEvent(bench.ports, context, {
        eventType: 'tenant.imported',
        action: 'import',
        environmentId: null,
        resourceId: TENANT,
      });
      return ok({ commit: { changes: [], audit: [event] }, output });
    },
  });
  await repeatable.settle(outcome);
  return outcome;
};

describe('a call with an Idempotency-Key', () => {
  it('is answered with the result of the first one, and changes nothing more', async () => {
    const bench = await makeBench();
    expect(await change(bench)).to.deep.equal(ok('done'));
    expect(await change(bench, { output: 'another one' })).to.deep.equal(ok('done'));
    expect(await entries(bench)).to.deep.equal([{ state: 'answered', output: '"done"' }]);
    expect(refusalOf(await change(bench, { over: { sent: { a: 2 } } }))).to.equal('idempotency_key_reused');
    expect(await change(bench, { output: 'other', over: { key: 'k2' } })).to.deep.equal(ok('other'));
  });

  it('neither claims nor reads its key before it is allowed', async () => {
    const bench = await makeBench();
    expect(refusalOf(await change(bench, { allowed: refuse('permission_denied') }))).to.equal(
      'permission_denied',
    );
    expect(await entries(bench)).to.deep.equal([]);
    await change(bench);
    expect(refusalOf(await change(bench, { allowed: refuse('scope_forbidden') }))).to.equal(
      'scope_forbidden',
    );
  });

  it('is not answered twice: a refused one releases its key', async () => {
    const bench = await makeBench();
    const refused = () => refuse('invalid_state');
    expect(refusalOf(await change(bench, { decided: refused }))).to.equal('invalid_state');
    expect(await entries(bench)).to.deep.equal([]);
    expect(await change(bench)).to.deep.equal(ok('done'));
  });

  it('is in progress while the first one runs, and free again when its process died', async () => {
    const bench = await makeBench();
    const running = await repeatableOn(bench);
    expect(await running.claim()).to.deep.equal(ok({ state: 'claimed' }));
    expect(await running.claim()).to.deep.equal(ok({ state: 'claimed' }));
    expect(refusalOf(await change(bench))).to.equal('idempotency_in_progress');
    bench.clock.advance(30_001);
    expect(await change(bench)).to.deep.equal(ok('done'));
  });

  it('keeps its answer when a lost race left nothing to write', async () => {
    const bench = await makeBench();
    const lost = losesFirst(bench);
    const decided = (tried: number): Result<unknown> => ok(tried === 1 ? undefined : 'nothing to do');
    expect(await change(bench, { ports: lost, decided })).to.deep.equal(ok('done'));
    expect(await entries(bench)).to.deep.equal([{ state: 'answered', output: '"done"' }]);
    expect(await change(bench, { output: 'another one' })).to.deep.equal(ok('done'));
  });

  it('keeps its answer once where a lost race was won the second time', async () => {
    const bench = await makeBench();
    expect(await change(bench, { ports: losesFirst(bench) })).to.deep.equal(ok('done'));
    expect(await entries(bench)).to.deep.equal([{ state: 'answered', output: '"done"' }]);
  });

  it('is in progress where its claim was presumed lost and taken by another call', async () => {
    const bench = await makeBench();
    const ports = overtaken(bench, async () => {
      bench.clock.advance(31_000);
      expect(await change(bench, { output: 'the other call' })).to.deep.equal(ok('the other call'));
    });
    expect(refusalOf(await change(bench, { ports }))).to.equal('idempotency_in_progress');
    expect(await entries(bench)).to.deep.equal([{ state: 'answered', output: '"the other call"' }]);
  });

  it('expires after a day', async () => {
    const bench = await makeBench();
    await change(bench);
    bench.clock.advance(24 * 3600_000);
    expect(await change(bench, { output: 'another one' })).to.deep.equal(ok('another one'));
  });
});

describe('what is kept of answers', () => {
  const LONG = 'x'.repeat(200 * 1024);
  const key = (n: number) => ({ key: `k${n}` });
  const kept = async ({ store }: Bench): Promise<{ entries: number; bytes: number }> => {
    const page = await store.records.page(idempotencyKind, { tenantId: TENANT }, { limit: 1_000 });
    const bytes = page.items.reduce((sum, { record }) => sum + record.output.length, 0);
    return { entries: page.items.length, bytes };
  };

  it('is 16 MB of a caller, of which the oldest go first', async () => {
    const bench = await makeBench();
    for (let n = 0; n < 90; n += 1) {
      bench.clock.advance(1_000);
      await change(bench, { output: LONG, over: key(n) });
    }
    const { entries: left, bytes } = await kept(bench);
    expect(bytes).to.be.within(14 * 2 ** 20, 16 * 2 ** 20);
    expect(await change(bench, { output: 'anew', over: key(89) })).to.deep.equal(ok(LONG));
    expect(await change(bench, { output: 'anew', over: key(0) })).to.deep.equal(ok('anew'));
    expect((await kept(bench)).entries).to.equal(left + 1);
  });

  it('is no answer over 256 KB: the call is not made again, and its repetition is told so', async () => {
    const bench = await makeBench();
    const output = 'x'.repeat(256 * 1024);
    expect(await change(bench, { output })).to.deep.equal(ok(output));
    expect(refusalOf(await change(bench))).to.equal('idempotency_answer_not_kept');
    expect(await kept(bench)).to.deep.equal({ entries: 1, bytes: 0 });
  });

  it('stays with others where one caller has too much', async () => {
    const bench = await makeBench();
    await change(bench, { output: 'of ada', over: key(0) });
    const bob = { ...bench, as: () => bench.as('bob') } as Bench;
    for (let n = 1; n < 90; n += 1) await change(bob, { output: LONG, over: key(n) });
    expect(await change(bench, { output: 'anew', over: key(0) })).to.deep.equal(ok('of ada'));
  });
});

describe('a call that continues after its commit', () => {
  it('is in progress until it has ended, and then answered with its end', async () => {
    const bench = await makeBench();
    const repeatable = await repeatableOn(bench);
    await commitProvisionally(bench, repeatable);
    expect(await entries(bench)).to.deep.equal([{ state: 'running', output: '"queued"' }]);
    expect(refusalOf(await change(bench))).to.equal('idempotency_in_progress');
    await repeatable.settle(ok('checked'));
    expect(await change(bench)).to.deep.equal(ok('checked'));
  });

  it('is answered with what its commit kept where its process died, and does nothing a second time', async () => {
    const bench = await makeBench();
    await commitProvisionally(bench, await repeatableOn(bench));
    bench.clock.advance(30_001);
    expect(await change(bench, { output: 'a second time' })).to.deep.equal(ok('queued'));
  });

  it('keeps what its commit kept where it fails afterwards, and where its end cannot be kept', async () => {
    const bench = await makeBench();
    const failed = await repeatableOn(bench);
    await commitProvisionally(bench, failed);
    await failed.settle(refuse('internal_error'));
    expect(await entries(bench)).to.deep.equal([{ state: 'running', output: '"queued"' }]);
    const { principal } = await bench.as('ada');
    const ports = { ...bench.ports, unitOfWork: { ...bench.ports.unitOfWork } };
    const unkept = makeRepeatableCalls(ports)(principal, { ...CALL, key: 'k2' });
    await commitProvisionally(bench, unkept);
    ports.unitOfWork.observe = () => Promise.reject(new Error('the store is away'));
    await unkept.settle(ok('checked'));
  });
});

describe('a call that commits nothing of its own', () => {
  it('is admitted, claimed and answered like any other', async () => {
    const bench = await makeBench();
    let ran = 0;
    const ask = async (allowed: Result<undefined>): Promise<Result<unknown>> => {
      const repeatable = await repeatableOn(bench);
      const context = await contextWith(bench, repeatable);
      const outcome = await onceAllowed<undefined, string>(
        context,
        () => allowed,
        () => {
          ran += 1;
          return ok(`answer ${ran}`);
        },
      );
      await repeatable.settle(outcome);
      return outcome;
    };
    expect(await ask(ok(undefined))).to.deep.equal(ok('answer 1'));
    expect(await ask(ok(undefined))).to.deep.equal(ok('answer 1'));
    expect(refusalOf(await ask(refuse('permission_denied')))).to.equal('permission_denied');
    expect(ran).to.equal(1);
  });
});

const commitProvisionally = async (bench: Bench, repeatable: RepeatableCall): Promise<void> => {
  const context = await contextWith(bench, repeatable);
  const event = auditEvent(bench.ports, context, {
    eventType: 'tenant.imported',
    action: 'import',
    environmentId: null,
    resourceId: TENANT,
  });
  await decideAndCommit(bench.ports, context, {
    admit: () => ok(undefined),
    decide: () =>
      ok({ commit: { changes: [], audit: [event] }, output: 'queued', ends: async () => 'delivered' }),
  });
};

/** Ports whose first commit conflicts with somebody else's change. */
const losesFirst = (bench: Bench): Bench['ports'] => {
  const { unitOfWork } = bench.ports;
  let commits = 0;
  const commit: typeof unitOfWork.commit = async (batch) => {
    commits += 1;
    return commits === 1
      ? { committed: false, conflict: { because: 'version', kind: 'agent', id: 'ag_1' } }
      : unitOfWork.commit(batch);
  };
  return { ...bench.ports, unitOfWork: { ...unitOfWork, commit } };
};
