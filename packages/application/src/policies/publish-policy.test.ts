import type { PolicyVersion } from '@govgate/domain';
import { PortUnavailable, policyVersionKind, type UnitOfWork } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { policy } from '../approvals/testing/approval-bench.js';
import { makeKeyLock } from '../call/key-lock.js';
import { answerOf, type Bench, makeBench, PROD_SCOPE } from '../testing/use-case-bench.js';
import { makePublishPolicy, type PublishResult } from './publish-policy.js';

type Publish = (policyVersion: string) => Promise<PublishResult>;

/** Publishes in an environment with three versions, as a process of its own. */
const publisherOn = (bench: Bench): Publish => {
  const use = makePublishPolicy({ ...bench.ports, locks: makeKeyLock() });
  return async (policyVersion) =>
    answerOf(
      await use(await bench.as('ada'), {
        scope: PROD_SCOPE,
        policyVersion,
        manifestHash: policy(policyVersion).manifestHash,
        reasonCode: 'go_live',
      }),
    );
};

const givenBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.grant('ada', 'policy_admin');
  await bench.put(policyVersionKind, policy('one'), policy('two'), policy('three'));
  return bench;
};

const statesOf = async (bench: Bench): Promise<Record<string, PolicyVersion['status']>> => {
  const { items } = await bench.store.records.page(policyVersionKind, PROD_SCOPE, { limit: 10 });
  return Object.fromEntries(items.map(({ record }) => [record.policyVersion, record.status]));
};

const previousOf = async (bench: Bench, id: string): Promise<string | null | undefined> =>
  (await bench.store.records.get(policyVersionKind, PROD_SCOPE, id))?.record.previousPolicyVersion;

const withCommit = (bench: Bench, commit: UnitOfWork['commit']): Bench => ({
  ...bench,
  as: bench.as.bind(bench),
  ports: { ...bench.ports, unitOfWork: { ...bench.ports.unitOfWork, commit } },
});

describe('publishing a policy version', () => {
  it('supersedes the version that was active, and remembers it as the one before', async () => {
    const bench = await givenBench();
    const publish = publisherOn(bench);
    for (const version of ['one', 'two', 'three', 'one']) await publish(version);
    expect(await statesOf(bench)).to.deep.equal({ one: 'active', two: 'superseded', three: 'superseded' });
    expect(await previousOf(bench, 'one')).to.equal('three');
  });

  it('supersedes what another process published meanwhile', async () => {
    const bench = await givenBench();
    const [here, there] = [publisherOn(bench), publisherOn(bench)];
    await here('one');
    await there('two');
    await here('three');
    expect(await statesOf(bench)).to.deep.equal({ one: 'superseded', two: 'superseded', three: 'active' });
    expect(await previousOf(bench, 'three')).to.equal('two');
  });

  it('decides again where another process publishes between reading and writing', async () => {
    const bench = await givenBench();
    const there = publisherOn(bench);
    let isFirst = true;
    const commit: UnitOfWork['commit'] = async (batch) => {
      if (isFirst) {
        isFirst = false;
        await there('two');
      }
      return bench.ports.unitOfWork.commit(batch);
    };
    await publisherOn(withCommit(bench, commit))('one');
    expect(await statesOf(bench)).to.deep.equal({ one: 'active', two: 'superseded', three: 'draft' });
    expect(await previousOf(bench, 'one')).to.equal('two');
  });

  it('changes nothing where the version is active already', async () => {
    const bench = await givenBench();
    const publish = publisherOn(bench);
    await publish('one');
    const events = await bench.events();
    expect((await publish('one')).auditEventId).to.equal(null);
    expect(await bench.events()).to.deep.equal(events);
  });

  it('publishes many at once one after the other, without a conflict', async () => {
    const bench = await givenBench();
    const outcomes: boolean[] = [];
    const commit: UnitOfWork['commit'] = async (batch) => {
      await new Promise((resolve) => setImmediate(resolve));
      const outcome = await bench.ports.unitOfWork.commit(batch);
      outcomes.push(outcome.committed);
      return outcome;
    };
    const publish = publisherOn(withCommit(bench, commit));
    await Promise.all(['one', 'two', 'three', 'one', 'two'].map(publish));
    expect(outcomes).to.deep.equal([true, true, true, true, true]);
    expect(await statesOf(bench)).to.deep.equal({ one: 'superseded', two: 'active', three: 'superseded' });
    expect(await previousOf(bench, 'two')).to.equal('one');
  });

  it('says of two at once that the second was active already', async () => {
    const bench = await givenBench();
    const publish = publisherOn(bench);
    const results = await Promise.all([publish('two'), publish('two')]);
    expect(results.map(({ auditEventId }) => auditEventId === null)).to.deep.equal([false, true]);
    expect(await statesOf(bench)).to.deep.equal({ one: 'draft', two: 'active', three: 'draft' });
  });

  it('goes by nothing that was not committed', async () => {
    const bench = await givenBench();
    let fails = false;
    const commit: UnitOfWork['commit'] = async (batch) => {
      if (fails) throw new PortUnavailable('audit');
      return bench.ports.unitOfWork.commit(batch);
    };
    const publish = publisherOn(withCommit(bench, commit));
    await publish('one');
    fails = true;
    const failed = await publish('two').catch((error: Error) => error.name);
    fails = false;
    expect(failed).to.equal('PortUnavailable');
    await publish('three');
    expect(await statesOf(bench)).to.deep.equal({ one: 'superseded', two: 'draft', three: 'active' });
    expect(await previousOf(bench, 'three')).to.equal('one');
  });
});
