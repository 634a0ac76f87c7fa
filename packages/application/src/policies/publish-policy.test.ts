import type { PolicyVersion } from '@govgate/domain';
import { PortUnavailable, policyVersionKind, type RecordStore, type UnitOfWork } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { policy } from '../approvals/testing/approval-bench.js';
import { answerOf, type Bench, makeBench, PROD_SCOPE } from '../testing/use-case-bench.js';
import { makePublishPolicy, type PublishResult } from './publish-policy.js';

type Publish = (policyVersion: string) => Promise<PublishResult>;

/** A process that publishes in an environment with three versions, and how often it looked up the active one. */
interface Process {
  readonly publish: Publish;
  readonly looks: () => number;
}

const processOn = (bench: Bench): Process => {
  let looked = 0;
  const page: RecordStore['page'] = (kind, ...asked) => {
    if ((kind as unknown) === policyVersionKind) looked += 1;
    return bench.store.records.page(kind, ...asked);
  };
  const use = makePublishPolicy({ ...bench.ports, records: { ...bench.store.records, page } });
  const publish: Publish = async (policyVersion) =>
    answerOf(
      await use(await bench.as('ada'), {
        scope: PROD_SCOPE,
        policyVersion,
        manifestHash: policy(policyVersion).manifestHash,
        reasonCode: 'go_live',
      }),
    );
  return { publish, looks: () => looked };
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

describe('publishing a policy version', () => {
  it('looks up what it supersedes once, and knows it after its own publishes', async () => {
    const bench = await givenBench();
    const { publish, looks } = processOn(bench);
    for (const version of ['one', 'two', 'three', 'one']) await publish(version);
    expect(looks()).to.equal(1);
    expect(await statesOf(bench)).to.deep.equal({ one: 'active', two: 'superseded', three: 'superseded' });
    expect(await previousOf(bench, 'one')).to.equal('three');
  });

  it('supersedes what another process published meanwhile, and asks the store from then on', async () => {
    const bench = await givenBench();
    const [here, there] = [processOn(bench), processOn(bench)];
    await here.publish('one');
    await there.publish('two');
    await here.publish('three');
    expect(await statesOf(bench)).to.deep.equal({ one: 'superseded', two: 'superseded', three: 'active' });
    expect(await previousOf(bench, 'three')).to.equal('two');
    const before = here.looks();
    await here.publish('one');
    await here.publish('two');
    expect(here.looks() - before).to.equal(2);
    expect(await previousOf(bench, 'two')).to.equal('one');
  });

  it('publishes again what it published last and another process superseded', async () => {
    const bench = await givenBench();
    const [here, there] = [processOn(bench), processOn(bench)];
    await here.publish('one');
    await there.publish('two');
    await here.publish('one');
    expect(await statesOf(bench)).to.deep.equal({ one: 'active', two: 'superseded', three: 'draft' });
    expect(await previousOf(bench, 'one')).to.equal('two');
  });

  it('changes nothing where the version is active already', async () => {
    const bench = await givenBench();
    const { publish } = processOn(bench);
    await publish('one');
    const events = await bench.events();
    expect((await publish('one')).auditEventId).to.equal(null);
    expect(await bench.events()).to.deep.equal(events);
  });

  /** A store that writes what arrives in one turn of the loop together, in order of arrival. */
  const writingLate = (bench: Bench) => {
    const outcomes: string[] = [];
    let before: Promise<unknown> = Promise.resolve();
    const commit: UnitOfWork['commit'] = (batch) => {
      const written = before
        .then(() => new Promise((resolve) => setImmediate(resolve)))
        .then(() => bench.ports.unitOfWork.commit(batch));
      before = written.catch(() => undefined);
      return written.then((outcome) => {
        outcomes.push(outcome.committed ? 'committed' : `conflict over ${outcome.conflict.kind}`);
        return outcome;
      });
    };
    const unitOfWork = { ...bench.ports.unitOfWork, commit };
    return {
      ...processOn({ ...bench, as: bench.as.bind(bench), ports: { ...bench.ports, unitOfWork } }),
      outcomes,
    };
  };

  it('decides based on what is under way, each on the one before, in order of arrival', async () => {
    const bench = await givenBench();
    await bench.put(policyVersionKind, policy('four'), policy('five'));
    const { publish, outcomes, looks } = writingLate(bench);
    await publish('one');
    const versions = ['two', 'three', 'four', 'five'];
    await Promise.all(versions.map((version) => publish(version)));
    expect([outcomes.length, new Set(outcomes)]).to.deep.equal([5, new Set(['committed'])]);
    expect(looks()).to.equal(1);
    expect(await Promise.all(versions.map((version) => previousOf(bench, version)))).to.deep.equal([
      'one',
      'two',
      'three',
      'four',
    ]);
  });

  it('rolls back after publishes under way, and does not call active what will not be', async () => {
    const bench = await givenBench();
    const { publish, outcomes } = writingLate(bench);
    await publish('one');
    const results = await Promise.all(['two', 'three', 'one'].map((version) => publish(version)));
    expect(results.map(({ auditEventId }) => auditEventId === null)).to.deep.equal([false, false, false]);
    expect(await statesOf(bench)).to.deep.equal({ one: 'active', two: 'superseded', three: 'superseded' });
    expect(new Set(outcomes)).to.deep.equal(new Set(['committed']));
  });

  it('says that a version is already active only when it is', async () => {
    const bench = await givenBench();
    const { publish } = writingLate(bench);
    await publish('one');
    const results = await Promise.all([publish('two'), publish('two')]);
    expect(results.map(({ auditEventId }) => auditEventId === null)).to.deep.equal([false, true]);
    expect(await statesOf(bench)).to.deep.equal({ one: 'superseded', two: 'active', three: 'draft' });
  });

  it('meets no conflict of its own where versions come again and again', async () => {
    const bench = await givenBench();
    const { publish, outcomes } = writingLate(bench);
    await publish('one');
    const turns = Array.from({ length: 30 }, (_, i) => ['two', 'three', 'one'][i % 3] ?? '');
    await Promise.all(turns.map((version) => publish(version)));
    expect([outcomes.length, new Set(outcomes)]).to.deep.equal([31, new Set(['committed'])]);
    expect(await statesOf(bench)).to.deep.equal({ one: 'active', two: 'superseded', three: 'superseded' });
  });

  it('loses what was decided on top of a lost commit, and publishes it all the same', async () => {
    const bench = await givenBench();
    await bench.put(policyVersionKind, policy('four'));
    const here = writingLate(bench);
    await here.publish('one');
    await processOn(bench).publish('four');
    await Promise.all(['two', 'three'].map((version) => here.publish(version)));
    expect(await statesOf(bench)).to.deep.equal({
      one: 'superseded',
      two: 'superseded',
      three: 'active',
      four: 'superseded',
    });
    expect(await Promise.all(['two', 'three'].map((version) => previousOf(bench, version)))).to.deep.equal([
      'four',
      'two',
    ]);
  });

  it('still decides on what is under way where another process publishes too', async () => {
    const bench = await givenBench();
    await bench.put(policyVersionKind, policy('four'), policy('five'));
    const here = writingLate(bench);
    await here.publish('one');
    await processOn(bench).publish('two');
    await here.publish('three');
    await processOn(bench).publish('one');
    const before = [here.looks(), here.outcomes.length] as const;
    await Promise.all(['two', 'three', 'four', 'five'].map((version) => here.publish(version)));
    expect([here.looks() - before[0], here.outcomes.slice(before[1])]).to.deep.equal([
      1,
      Array.from({ length: 4 }, () => 'committed'),
    ]);
    expect(await previousOf(bench, 'five')).to.equal('four');
  });

  it('goes by nothing that was not committed', async () => {
    const bench = await givenBench();
    let fails = false;
    const commit: UnitOfWork['commit'] = async (batch) => {
      if (fails) throw new PortUnavailable('audit');
      return bench.ports.unitOfWork.commit(batch);
    };
    const unitOfWork = { ...bench.ports.unitOfWork, commit };
    const { publish } = processOn({
      ...bench,
      as: bench.as.bind(bench),
      ports: { ...bench.ports, unitOfWork },
    });
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
