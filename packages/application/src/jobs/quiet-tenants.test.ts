import { type GovernanceStore, type Place, placeOf, policyVersionKind, tenantKind } from '@govgate/ports';
import { expect } from 'chai';
import { type Bench, FOREIGN, makeBench, PRODUCTION, STAGING, TENANT } from '../testing/use-case-bench.js';
import { AT_ONCE, roundsOver, WHEN_WRITTEN } from './quiet-tenants.js';

const GO_ON = { aborted: false };
const OWN = [`${TENANT} ${PRODUCTION}`, `${TENANT} ${STAGING}`];
const FOREIGN_ONES = [`${FOREIGN} ${PRODUCTION}`, `${FOREIGN} ${STAGING}`];

/** A bench whose rounds look at environments that have no more to do until `untilMs`, where that is not said otherwise. */
const roundsOn = async (untilMs: number, untouched?: GovernanceStore['revisions']['untouched']) => {
  const bench = await makeBench();
  const { clock, records, revisions } = bench.ports;
  const reader = {
    revisions: (tenantId: string) => revisions.revisions(tenantId),
    ...(untouched === undefined ? {} : { untouched }),
  };
  const round = roundsOver({ clock, records, revisions: reader }, policyVersionKind);
  const lookedAt = async (look: () => number | undefined = () => untilMs): Promise<string[]> => {
    const seen: string[] = [];
    await round(async ({ tenantId, environmentId }) => {
      seen.push(`${tenantId} ${environmentId}`);
      return look();
    }, GO_ON);
    return seen;
  };
  return { bench, lookedAt };
};

const commitIn = (bench: Bench) => bench.grant('ada', 'viewer');

describe('rounds over the environments of all tenants', () => {
  it('leave out a tenant in which nothing was committed since', async () => {
    const { bench, lookedAt } = await roundsOn(WHEN_WRITTEN);
    expect(await lookedAt()).to.deep.equal([...OWN, ...FOREIGN_ONES]);
    expect(await lookedAt()).to.deep.equal([]);
    await commitIn(bench);
    expect(await lookedAt()).to.deep.equal(OWN);
    expect(await lookedAt()).to.deep.equal([]);
  });

  it('look again in the next round where something is left to do, and from its time on where it is to come', async () => {
    const { bench, lookedAt } = await roundsOn(AT_ONCE);
    await lookedAt();
    expect(await lookedAt(() => bench.clock.epochMs() + 1_000)).to.have.length(4);
    bench.clock.advance(999);
    expect(await lookedAt()).to.deep.equal([]);
    bench.clock.advance(1);
    expect(await lookedAt()).to.have.length(4);
  });

  it('look again after a commit while they looked', async () => {
    const { bench, lookedAt } = await roundsOn(WHEN_WRITTEN);
    let committed: Promise<void> | undefined;
    await lookedAt(() => {
      committed ??= commitIn(bench);
      return WHEN_WRITTEN;
    });
    await committed;
    expect(await lookedAt()).to.deep.equal(OWN);
  });

  it('remember nothing of a tenant whose round was ended', async () => {
    const { lookedAt } = await roundsOn(WHEN_WRITTEN);
    expect(await lookedAt(() => undefined)).to.deep.equal(OWN.slice(0, 1));
    expect(await lookedAt()).to.deep.equal([...OWN, ...FOREIGN_ONES]);
  });

  it('outlast commits that are known to have written elsewhere, step by step, and no others', async () => {
    const asked: { readonly since: number; readonly until: number; readonly places: readonly Place[] }[] = [];
    let isUntouched = true;
    const { bench, lookedAt } = await roundsOn(WHEN_WRITTEN, (_, since, until, places) => {
      asked.push({ since, until, places });
      return isUntouched;
    });
    await lookedAt();
    for (let commits = 0; commits < 2; commits += 1) {
      await commitIn(bench);
      expect(await lookedAt()).to.deep.equal([]);
    }
    const places = [PRODUCTION, STAGING].map((environmentId) =>
      placeOf(policyVersionKind, { tenantId: TENANT, environmentId }),
    );
    const [first, second] = asked;
    expect(asked.map((one) => one.places)).to.deep.equal([places, places]);
    expect(second?.since).to.equal(first?.until);
    isUntouched = false;
    await commitIn(bench);
    expect(await lookedAt()).to.deep.equal(OWN);
  });

  it('look at a tenant that got another environment', async () => {
    const { bench, lookedAt } = await roundsOn(WHEN_WRITTEN, () => true);
    await lookedAt();
    await bench.put(tenantKind, { tenantId: TENANT, environments: [PRODUCTION, STAGING, 'testing'] });
    expect(await lookedAt()).to.deep.equal([...OWN, `${TENANT} testing`]);
  });
});
