import { type Result, RevocationView } from '@govgate/domain';
import { agentOf } from '@govgate/domain/testing';
import {
  agentKind,
  type CommitBatch,
  clientSessionKind,
  clientSurfaceKind,
  credentialBindingKind,
  type UnitOfWork,
} from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { changesOfAgents } from '../agents/change-agent.js';
import type { CallContext } from '../call/context.js';
import { changesOfSurfaces } from '../client-surfaces/change-client-surface.js';
import { surfaceOf } from '../client-surfaces/testing/surfaces.js';
import { changesOfBindings } from '../credential-bindings/change-credential-binding.js';
import {
  answerOf,
  type Bench,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
} from '../testing/use-case-bench.js';
import { makeReportSession, type ReportSessionInput } from './report-session.js';
import { approvedBinding, report as reportOf, session } from './testing/records.js';

const activeAgent = agentOf({
  agentId: 'agent_1',
  allowedSurfaces: [],
  credentialMode: 'shared_service',
  lifecycleState: 'active',
  approvalStatus: 'approved',
});

const NAMING_ALL = { agentId: 'agent_1', clientSurfaceId: 'surf_1', credentialBindingIds: ['cb_1'] };

const report = (over: Partial<ReportSessionInput> = NAMING_ALL): ReportSessionInput =>
  reportOf({ backendSessionIds: [], ...over });

const raceBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.grant('ada', 'platform_admin', { scopeType: 'environment', environmentId: PRODUCTION });
  await bench.put(agentKind, activeAgent);
  await bench.put(clientSurfaceKind, surfaceOf('surf_1'));
  await bench.put(credentialBindingKind, approvedBinding());
  return bench;
};

type Ports = Bench['ports'];
type Revoke = (ports: Ports, context: CallContext) => Promise<Result<unknown>>;

const given = { scope: PROD_SCOPE, reasonCode: 'incident' };

/** Every way to revoke something that a report names, and the field that names it. */
const REVOKES: readonly (readonly [string, string, Revoke])[] = [
  ['a revoked agent', 'agent_id', (p, c) => changesOfAgents.revoke(p)(c, { ...given, agentId: 'agent_1' })],
  ['a disabled agent', 'agent_id', (p, c) => changesOfAgents.disable(p)(c, { ...given, agentId: 'agent_1' })],
  [
    'a revoked surface',
    'client_surface_id',
    (p, c) => changesOfSurfaces.revoke(p)(c, { ...given, clientSurfaceId: 'surf_1' }),
  ],
  [
    'a revoked binding',
    'credential_binding_ids',
    (p, c) => changesOfBindings.revoke(p)(c, { ...given, credentialBindingId: 'cb_1' }),
  ],
];

/** The same ports, whose commits wait for something first. */
const commitAfter = (
  { store, ports }: Bench,
  first: (batch: CommitBatch) => Promise<unknown> | unknown,
): Ports => {
  const commit: UnitOfWork['commit'] = async (batch) => {
    await first(batch);
    return store.unitOfWork.commit(batch);
  };
  return { ...ports, unitOfWork: { ...store.unitOfWork, commit } };
};

/** Decides a revocation and holds its commit back while time passes. The result lets the commit happen and be answered. */
const heldBack = async (bench: Bench, revoke: Revoke): Promise<() => Promise<void>> => {
  const context = await bench.as('ada');
  let letGo = (): void => undefined;
  let answered: Promise<Result<unknown>> | undefined;
  await new Promise<void>((decided) => {
    const wait = (): Promise<void> => {
      decided();
      return new Promise((resolve) => {
        letGo = resolve;
      });
    };
    answered = revoke(commitAfter(bench, wait), context);
  });
  bench.clock.advance(5);
  return async () => {
    letGo();
    expect(refusalOf(await (answered as Promise<Result<unknown>>))).to.equal('ok');
  };
};

/** Whether a gateway that has read the whole feed takes the session's calls. */
const isOpen = async ({ store }: Bench): Promise<boolean> => {
  const stored = await store.records.get(clientSessionKind, PROD_SCOPE, 'cs_1');
  const view = new RevocationView();
  view.apply(await store.revocations.after(PROD_SCOPE, 0, 100));
  return stored !== undefined && view.covering(stored.record) === undefined;
};

describe('a session that is reported while something that it names is revoked', () => {
  for (const [what, field, revoke] of REVOKES) {
    it(`is not opened for ${what} whose commit comes between the look and the report's`, async () => {
      const bench = await raceBench();
      const land = await heldBack(bench, revoke);
      let isFirst = true;
      const ports = commitAfter(bench, async () => {
        if (isFirst) await land();
        isFirst = false;
      });
      const reported = await makeReportSession(ports)(await bench.as('ada'), report());
      expect(refusalOf(reported)).to.equal(`invalid_state ${field}`);
      expect(await isOpen(bench)).to.equal(false);
    });

    it(`is fenced with ${what} that was decided before the report and committed after it`, async () => {
      const bench = await raceBench();
      const land = await heldBack(bench, revoke);
      answerOf(await makeReportSession(bench.ports)(await bench.as('ada'), report()));
      expect(await isOpen(bench)).to.equal(true);
      bench.clock.advance(5);
      await land();
      expect(await isOpen(bench)).to.equal(false);
    });
  }

  it('accepts no binding that is revoked between the look and the commit', async () => {
    const bench = await raceBench();
    const land = await heldBack(bench, (p, c) =>
      changesOfBindings.revoke(p)(c, { ...given, credentialBindingId: 'cb_1' }),
    );
    answerOf(await makeReportSession(bench.ports)(await bench.as('ada'), report({})));
    const ports = commitAfter(bench, land);
    const added = await makeReportSession(ports)(
      await bench.as('ada'),
      report({ credentialBindingIds: ['cb_1'] }),
    );
    expect(refusalOf(added)).to.equal('invalid_state credential_binding_ids');
  });

  it('does not open on what keeps being touched, and says that it may be retried', async () => {
    const bench = await raceBench();
    const touched = commitAfter(bench, () => bench.put(agentKind, activeAgent));
    const reported = await makeReportSession(touched)(await bench.as('ada'), report());
    expect(refusalOf(reported)).to.equal('conflict');
    expect(await isOpen(bench)).to.equal(false);
  });

  it('depends on nothing when it is known and names nothing new', async () => {
    const bench = await raceBench();
    const { agentId, clientSurfaceId, credentialBindingIds } = NAMING_ALL;
    await bench.put(clientSessionKind, session({ agentId, clientSurfaceId, credentialBindingIds }));
    const batches: CommitBatch[] = [];
    const ports = commitAfter(bench, (batch) => batches.push(batch));
    answerOf(await makeReportSession(ports)(await bench.as('ada'), report({ ...NAMING_ALL, state: 'idle' })));
    expect(batches.map(({ preconditions }) => preconditions)).to.deep.equal([[]]);
  });
});
