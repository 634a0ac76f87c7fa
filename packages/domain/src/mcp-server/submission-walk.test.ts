import { expect } from 'chai';
import fc from 'fast-check';
import { ADMIN, expectOk, refusalIn } from '../testing/people.js';
import type { McpServer } from './mcp-server.js';
import {
  decideApproveSubmission,
  decideRejectSubmission,
  decideWithdrawSubmission,
} from './review-submission.js';
import { mcpServerAllowedActions, submissionAllowedActions } from './server-verbs.js';
import type { McpSubmission } from './submission.js';
import { decideDeprecate, decideSubmit } from './submit.js';
import { manifestOf, naming, reviewRequest, submitRequest, toolOf } from './testing/servers.js';

/** A server with all its submissions, as a store would hold them. */
interface ServerHistory {
  readonly server: McpServer | undefined;
  readonly submissions: readonly McpSubmission[];
}

const EMPTY: ServerHistory = { server: undefined, submissions: [] };

const withSubmissions = (
  world: ServerHistory,
  ...changed: (McpSubmission | null)[]
): readonly McpSubmission[] => {
  const byId = new Map(world.submissions.map((submission) => [submission.submissionId, submission]));
  for (const submission of changed) if (submission !== null) byId.set(submission.submissionId, submission);
  return [...byId.values()];
};

const withStatus = (world: ServerHistory, status: McpSubmission['status']): McpSubmission | undefined =>
  world.submissions.find((submission) => submission.status === status);

const submit = (world: ServerHistory, version: string): ServerHistory => {
  const decided = decideSubmit(
    world.server,
    withStatus(world, 'pending'),
    manifestOf({ version }),
    submitRequest(`sub_${world.submissions.length + 1}`),
  );
  if (!decided.ok) return world;
  const { server, submission, superseded } = decided.value;
  return { server, submissions: withSubmissions(world, submission, superseded) };
};

const deprecate = (world: ServerHistory): ServerHistory => {
  if (world.server === undefined) return world;
  const decided = decideDeprecate(
    world.server,
    withStatus(world, 'approved'),
    withStatus(world, 'pending'),
    submitRequest(`sub_${world.submissions.length + 1}`),
  );
  if (!decided.ok) return world;
  const { server, submission, superseded } = decided.value;
  return { server, submissions: withSubmissions(world, submission, superseded) };
};

const close = (world: ServerHistory, how: 'approve' | 'reject' | 'withdraw'): ServerHistory => {
  const pending = withStatus(world, 'pending');
  if (world.server === undefined || pending === undefined) return world;
  const decided =
    how === 'approve'
      ? decideApproveSubmission(world.server, pending, withStatus(world, 'approved'), {
          ...reviewRequest,
          manifestHash: pending.manifestHash,
          snapshotId: `snap_${pending.sequence}`,
          toolReviews: naming(pending.manifest),
        })
      : (how === 'reject' ? decideRejectSubmission : decideWithdrawSubmission)(
          world.server,
          pending,
          reviewRequest,
        );
  const value = expectOk(decided);
  if (value.kind === 'no_change') return world;
  return { server: value.server, submissions: withSubmissions(world, value.submission, value.superseded) };
};

const turn = fc.oneof(
  fc
    .constantFrom('1.0.0', '1.1.0', '2.0.0')
    .map((version) => (world: ServerHistory) => submit(world, version)),
  fc.constant(deprecate),
  fc
    .constantFrom('approve' as const, 'reject' as const, 'withdraw' as const)
    .map((how) => (world: ServerHistory) => close(world, how)),
);

const walkFrom = (
  turns: readonly ((world: ServerHistory) => ServerHistory)[],
  each: (world: ServerHistory, before: ServerHistory) => void,
): void => {
  turns.reduce((world, take) => {
    const next = take(world);
    each(next, world);
    return next;
  }, EMPTY);
};

describe('the submissions of a server, on any walk', () => {
  it('keep one pending and one approved at most, in a gap-free sequence', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
        walkFrom(turns, ({ server, submissions }) => {
          const pending = submissions.filter((submission) => submission.status === 'pending');
          const approved = submissions.filter((submission) => submission.status === 'approved');
          expect(pending.length).to.be.at.most(1);
          expect(approved.length).to.be.at.most(1);
          expect(server?.pendingSubmissionId ?? null).to.equal(pending[0]?.submissionId ?? null);
          expect(server?.liveSnapshot?.submissionId ?? null).to.equal(approved[0]?.submissionId ?? null);
          expect(submissions.map((submission) => submission.sequence)).to.deep.equal(
            submissions.map((_, index) => index + 1),
          );
          expect(server?.lastSequence ?? 0).to.equal(submissions.length);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('never change what was submitted, and name what supersedes them', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
        walkFrom(turns, ({ submissions }, before) => {
          for (const [index, { manifest, manifestHash, sequence }] of before.submissions.entries())
            expect(submissions[index]).to.deep.include({ manifest, manifestHash, sequence });
          for (const submission of submissions)
            expect(submission.status === 'superseded').to.equal(submission.supersededBySubmissionId !== null);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('change what is live by an approval only', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
        walkFrom(turns, (after, before) => {
          const approvals = ({ submissions }: ServerHistory): number =>
            submissions.filter((submission) => submission.snapshotId !== null).length;
          if (approvals(after) === approvals(before))
            expect(after.server?.liveSnapshot ?? null).to.deep.equal(before.server?.liveSnapshot ?? null);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('offer exactly the verbs that then succeed', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 15 }), (turns) => {
        walkFrom(turns, ({ server, submissions }) => {
          if (server === undefined) return;
          for (const submission of submissions)
            expect(submissionAllowedActions(ADMIN, server, submission, { fourEyes: true })).to.deep.equal(
              submission.status === 'pending' ? ['approve', 'reject', 'withdraw'] : [],
            );
          const live = submissions.find((submission) => submission.status === 'approved');
          const pending = submissions.find((submission) => submission.status === 'pending');
          const deprecation = decideDeprecate(server, live, pending, submitRequest('sub_next'));
          const offered = mcpServerAllowedActions(ADMIN, server, pending);
          expect(offered.includes('deprecate')).to.equal(deprecation.ok);
        });
      }),
      { numRuns: 100 },
    );
  });
});

describe('decideSubmit', () => {
  it('refuses what equals the pending one, what deprecates and what leaks', () => {
    const world = submit(EMPTY, '1.0.0');
    const again = (fields: Parameters<typeof manifestOf>[0]) =>
      refusalIn(decideSubmit(world.server, world.submissions[0], manifestOf(fields), submitRequest('sub_2')));
    expect(again({})).to.deep.equal({ reasonCode: 'duplicate_submission' });
    expect(again({ registrationStatus: 'deprecated' })).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'manifest.registration_status',
    });
    expect(again({ endpoint: 'https://user:example@crm.example/mcp' })).to.deep.equal({
      reasonCode: 'forbidden_material',
      field: 'manifest.endpoint',
    });
    expect(again({ docsUrl: 'https://docs.example/?access_token=example' })).to.deep.equal({
      reasonCode: 'forbidden_material',
      field: 'manifest.docs_url',
    });
    const [described] = manifestOf().tools.map((each) => ({
      ...each,
      inputSchema: { default: 'AKIAEXAMPLEEXAMPLE00' },
    }));
    expect(again({ tools: described === undefined ? [] : [described] })).to.deep.equal({
      reasonCode: 'forbidden_material',
      field: 'manifest.tools',
    });
    const [tool] = manifestOf().tools;
    expect(again({ tools: tool === undefined ? [] : [tool, tool] })).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'manifest.tools',
    });
  });
});

describe('decideSubmit, of risk tiers', () => {
  it('reserves the tier critical for reviewers, and keeps a reviewer’s tier of a live tool', () => {
    const critical = manifestOf({ tools: [toolOf('search', { riskTier: 'critical' })] });
    const request = submitRequest('sub_2');
    expect(refusalIn(decideSubmit(undefined, undefined, critical, request))).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'manifest.tools',
    });
    const world = close(submit(EMPTY, '1.0.0'), 'approve');
    const [approved] = world.submissions;
    const live = approved && {
      ...approved,
      toolReviews: [{ toolId: 'search', riskTier: 'critical' as const }],
    };
    expect(decideSubmit(world.server, undefined, critical, { ...request, live }).ok).to.equal(true);
  });
});

describe('decideDeprecate', () => {
  const live = (): ServerHistory => close(submit(EMPTY, '1.0.0'), 'approve');
  const decide = (world: ServerHistory) => {
    if (world.server === undefined) throw new Error('no server');
    return decideDeprecate(
      world.server,
      withStatus(world, 'approved'),
      withStatus(world, 'pending'),
      submitRequest('sub_9'),
    );
  };

  it('submits the live manifest as deprecated, from its snapshot, and leaves what is live', () => {
    const { submission, server } = expectOk(decide(live()));
    expect(submission).to.deep.include({ status: 'pending', sequence: 2, createdFromSnapshotId: 'snap_1' });
    expect(submission.manifest.registrationStatus).to.equal('deprecated');
    expect(submission.manifest.tools.map((tool) => tool.gatewayStatus)).to.deep.equal([
      'approved',
      'approved',
    ]);
    expect(server.liveSnapshot).to.deep.equal(live().server?.liveSnapshot);
  });

  it('refuses without a live snapshot, once deprecated, and while an identical one is pending', () => {
    expect(refusalIn(decide(submit(EMPTY, '1.0.0')))).to.deep.equal({ reasonCode: 'no_live_snapshot' });
    expect(refusalIn(decide(deprecate(live())))).to.deep.equal({ reasonCode: 'duplicate_submission' });
    expect(refusalIn(decide(close(deprecate(live()), 'approve')))).to.deep.equal({
      reasonCode: 'already_deprecated',
    });
    expect(decide(close(deprecate(live()), 'reject')).ok).to.equal(true);
  });
});
