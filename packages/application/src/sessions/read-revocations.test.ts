import { roleBindingKind, type UnitOfWork } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import {
  answerOf,
  type Bench,
  binding,
  FOREIGN,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeReadRevocations } from './read-revocations.js';

const revoke = async (
  bench: Bench,
  revocationId: string,
  by: Pick<UnitOfWork, 'commit'> = bench.store.unitOfWork,
): Promise<void> => {
  const event = auditEventBy(bench.ports, systemCaller('cli', TENANT, 'req_setup'), {
    eventType: 'tenant.imported',
    action: 'import',
    environmentId: null,
    resourceId: TENANT,
  });
  const revocation = {
    revocationId,
    ...PROD_SCOPE,
    subjectType: 'user' as const,
    subjectId: 'bob',
    effectiveAt: START,
    reasonCode: 'left',
  };
  await by.commit({ changes: [], audit: [event], revocations: [revocation] });
};

/** Waits on the manual clock, and lets a test act at the n-th look. */
const waiting = (bench: Bench, at: Record<number, () => Promise<unknown>> = {}) => {
  let looks = 0;
  const timer: Ports['timer'] = {
    wait: async (ms) => {
      looks += 1;
      bench.clock.advance(ms);
      const said = await at[looks]?.();
      return said === 'stopping' ? 'stopping' : 'elapsed';
    },
  };
  return { read: makeReadRevocations({ ...bench.ports, timer }), looks: () => looks };
};

const feedBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'viewer', { scopeType: 'environment', environmentId: PRODUCTION });
  return bench;
};

const asked = (after: number, waitSeconds = 0) => ({ scope: PROD_SCOPE, after, waitSeconds });

describe('reading the revocation feed', () => {
  it('answers with what follows, without waiting if something does', async () => {
    const bench = await feedBench();
    await revoke(bench, 'rev_1');
    await revoke(bench, 'rev_2');
    const { read, looks } = waiting(bench);
    const answer = answerOf(await read(await bench.as('ada'), asked(1, 30)));
    expect(answer).to.deep.equal({
      schemaVersion: '1.0',
      items: [
        {
          revocationId: 'rev_2',
          ...PROD_SCOPE,
          subjectType: 'user',
          subjectId: 'bob',
          effectiveAt: START,
          reasonCode: 'left',
          sequence: 2,
        },
      ],
      lastSequence: 2,
    });
    expect(looks()).to.equal(0);
  });

  it('waits no longer than asked, looking twenty times a second for what other processes write', async () => {
    const bench = await feedBench();
    const { read, looks } = waiting(bench);
    const before = bench.clock.epochMs();
    const answer = answerOf(await read(await bench.as('ada'), asked(0, 3)));
    expect([answer.items, answer.lastSequence, looks(), bench.clock.epochMs() - before]).to.deep.equal([
      [],
      0,
      60,
      3000,
    ]);
  });

  it('answers as soon as something follows', async () => {
    const bench = await feedBench();
    const { read, looks } = waiting(bench, { 3: () => revoke(bench, 'rev_1') });
    const answer = answerOf(await read(await bench.as('ada'), asked(0, 30)));
    expect([answer.items.map(({ revocationId }) => revocationId), looks()]).to.deep.equal([['rev_1'], 3]);
  });

  it('answers without another look at the clock when this process has written what follows', async () => {
    const bench = await feedBench();
    const asleep = new Promise<never>(() => undefined);
    let waits = 0;
    const timer: Ports['timer'] = {
      wait: () => {
        waits += 1;
        return asleep;
      },
    };
    const read = makeReadRevocations({ ...bench.ports, timer });
    const waitingCalls = Promise.all([
      read(await bench.as('ada'), asked(0, 30)),
      read(await bench.as('ada'), asked(0, 30)),
    ]);
    while (waits === 0) await Promise.resolve();
    await revoke(bench, 'rev_1');
    bench.ports.notifications.notify('revocations', PROD_SCOPE);
    const answers = (await waitingCalls).map(answerOf);
    expect(answers.map(({ lastSequence }) => lastSequence)).to.deep.equal([1, 1]);
    expect(waits).to.equal(1);
  });

  it('answers at once when the process stops', async () => {
    const bench = await feedBench();
    const { read, looks } = waiting(bench, { 2: async () => 'stopping' });
    const answer = answerOf(await read(await bench.as('ada'), asked(0, 30)));
    expect([answer.items, looks()]).to.deep.equal([[], 2]);
  });

  it('reveals nothing more to a caller whose rights may have changed meanwhile', async () => {
    const bench = await feedBench();
    const change = async () => {
      await bench.put(roleBindingKind, binding({ bindingId: 'rb_new' }));
      await revoke(bench, 'rev_1');
    };
    const { read, looks } = waiting(bench, { 2: change });
    const answer = answerOf(await read(await bench.as('ada'), asked(0, 30)));
    expect([answer.items, answer.lastSequence, looks()]).to.deep.equal([[], 0, 2]);
  });

  it('shares one look among all who wait for an environment', async () => {
    const bench = await feedBench();
    const { read, looks } = waiting(bench);
    const ada = await bench.as('ada');
    await Promise.all(Array.from({ length: 20 }, () => read(ada, asked(0, 2))));
    expect(looks()).to.equal(40);
  });

  it('reports the end of the feed to a caller who is ahead of it', async () => {
    const bench = await feedBench();
    await revoke(bench, 'rev_1');
    const { read } = waiting(bench);
    expect(answerOf(await read(await bench.as('ada'), asked(9)))).to.deep.equal({
      schemaVersion: '1.0',
      items: [],
      lastSequence: 1,
    });
  });

  it('is returned in parts, each saying where to continue', async () => {
    const bench = await feedBench();
    for (let i = 1; i <= 205; i += 1) await revoke(bench, `rev_${i}`);
    const { read } = waiting(bench);
    const first = answerOf(await read(await bench.as('ada'), asked(0)));
    const second = answerOf(await read(await bench.as('ada'), asked(first.lastSequence)));
    expect([first.items.length, first.lastSequence, second.items.length, second.lastSequence]).to.deep.equal([
      200, 200, 5, 205,
    ]);
  });

  it('is limited to the environments of the caller and requires session.read over all of it', async () => {
    const bench = await feedBench();
    await bench.grant('bob', 'auditor', { scopeType: 'environment', environmentId: PRODUCTION });
    await bench.grant('eve', 'viewer', {
      scopeType: 'owner_team',
      environmentId: PRODUCTION,
      ownerTeam: 'x',
    });
    const { read } = waiting(bench);
    const scoped = (tenantId: string, environmentId: string) => ({
      ...asked(0),
      scope: { tenantId, environmentId },
    });
    expect(refusalOf(await read(await bench.as('ada'), scoped(TENANT, STAGING)))).to.equal('scope_forbidden');
    expect(refusalOf(await read(await bench.as('ada'), scoped(FOREIGN, PRODUCTION)))).to.equal(
      'scope_forbidden',
    );
    expect(refusalOf(await read(await bench.as('bob'), asked(0)))).to.equal('permission_denied');
    expect(refusalOf(await read(await bench.as('eve'), asked(0)))).to.equal('permission_denied');
  });
});
