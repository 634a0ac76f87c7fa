import { expect } from 'chai';
import fc from 'fast-check';
import { authorizeCall } from '../client-session/authorize-call.js';
import { RevocationView } from '../client-session/revocation-view.js';
import { sessionOf } from '../client-session/testing/sessions.js';
import { evaluatePolicy } from '../policy/evaluate-policy.js';
import { requestOf } from '../policy/testing/policies.js';
import { policyFromWire } from './policy-from-wire.js';
import { revocationsFromWire } from './revocations-from-wire.js';
import { sessionFromWire } from './session-from-wire.js';
import { feedAnswer, policyAnswer, revocationItem, sessionAnswer } from './testing/answers.js';
import { anySpoilt } from './testing/spoil.js';

describe('revocationsFromWire', () => {
  it('reads the complete answer of the feed', () => {
    expect(revocationsFromWire(feedAnswer([revocationItem(1)]))).to.deep.equal({
      items: [
        {
          revocationId: 'rev_1',
          sequence: 1,
          tenantId: 'acme',
          environmentId: 'production',
          subjectType: 'client_session',
          subjectId: 'cs_1',
          effectiveAt: '2026-03-01T12:00:00.000Z',
          reasonCode: 'incident',
        },
      ],
      lastSequence: 1,
    });
    expect(revocationsFromWire(feedAnswer([], 7))).to.deep.equal({ items: [], lastSequence: 7 });
  });

  it('accepts what a later version adds', () => {
    const item = revocationItem(1, { scope: 'all', subject_type: 'mcp_tool', subject_id: 'srv/tool' });
    expect(revocationsFromWire({ ...feedAnswer([item]), hint: 1 }).items[0]?.subjectType).to.equal(
      'mcp_tool',
    );
  });

  it('refuses everything else, naming the position and never its content', () => {
    const refused: [unknown, string][] = [
      [undefined, 'revocations'],
      [[revocationItem(1)], 'revocations'],
      [{ ...feedAnswer([]), schema_version: '2.0' }, 'revocations.schema_version'],
      [{ schema_version: '1.0', last_sequence: 0 }, 'revocations.items'],
      [
        feedAnswer([revocationItem(1), revocationItem(2, { subject_id: 'a b' })]),
        'revocations.items[1].subject_id',
      ],
      [feedAnswer([revocationItem(1, { subject_type: 'Everything!' })]), 'revocations.items[0].subject_type'],
      [feedAnswer([revocationItem(1, { effective_at: 'tomorrow' })]), 'revocations.items[0].effective_at'],
      [feedAnswer([revocationItem(1.5)], 1.5), 'revocations.items[0].sequence'],
      [feedAnswer([revocationItem(1)], 2), 'revocations.last_sequence'],
    ];
    for (const [answer, place] of refused)
      expect(() => revocationsFromWire(answer)).to.throw(
        TypeError,
        new RegExp(`look at ${place.replace(/[[\]]/g, '\\$&')}$`),
      );
  });
});

describe('sessionFromWire', () => {
  it('reads a session', () => {
    expect(sessionFromWire(sessionAnswer())).to.deep.equal(
      sessionOf({ userId: 'auth0|ada', credentialBindingIds: ['cb_crm'] }),
    );
    const bare = sessionAnswer({ agent_id: null, client_surface_id: null });
    expect(sessionFromWire(bare)).to.include({ agentId: null, clientSurfaceId: null });
  });

  it('refuses an unknown state, and an answer without one of its members', () => {
    expect(() => sessionFromWire(sessionAnswer({ state: 'suspended' }))).to.throw(TypeError, 'session.state');
    for (const name of Object.keys(sessionAnswer()).filter((key) => key !== 'permissions')) {
      const { [name]: _, ...rest } = sessionAnswer();
      expect(() => sessionFromWire(rest), name).to.throw(TypeError, `session.${name}`);
    }
  });
});

describe('policyFromWire', () => {
  it('returns the manifest', () => {
    expect(evaluatePolicy(policyFromWire(policyAnswer()), requestOf()).effect).to.equal('allow');
  });

  it('refuses a manifest that is not the published one, or is undecidable', () => {
    const { body } = policyAnswer() as { body: { rules: object[] } };
    const other = { ...body, default_effect: 'allow' };
    expect(() => policyFromWire(policyAnswer({ body: other }))).to.throw(TypeError, 'another hash');
    expect(() => policyFromWire(policyAnswer({ body_format: 'gateway_manifest_v2' }))).to.throw(
      TypeError,
      'policy.body_format',
    );
    const half = { manifest_version: '1.0', default_effect: 'allow' };
    const manifest_hash = 'sha256:8f4c4a2b6a6f0dd9a4e7b5ea93a2db6b0d3a2cf2a2f6a95a3a2c0d1e5b4f3a21';
    expect(() => policyFromWire(policyAnswer({ body: half, manifest_hash }))).to.throw(TypeError);
    expect(() => policyFromWire(body)).to.throw(TypeError, 'policy.schema_version');
  });
});

describe('a gateway that reads answers of the API', () => {
  interface Answers {
    readonly session: unknown;
    readonly feeds: readonly unknown[];
  }

  // Like a gateway: what cannot be read is absent, and a feed that cannot be read is stale.
  const decide = ({ session, feeds }: Answers): boolean => {
    const view = new RevocationView();
    let feedAgeSeconds = 0;
    for (const feed of feeds) {
      try {
        view.apply(revocationsFromWire(feed));
      } catch {
        feedAgeSeconds = Number.POSITIVE_INFINITY;
      }
    }
    return authorizeCall({ session: readOrNone(session), revocations: view, feedAgeSeconds }).allowed;
  };

  const readOrNone = (answer: unknown) => {
    try {
      return sessionFromWire(answer);
    } catch {
      return undefined;
    }
  };

  const end = feedAnswer([], 2);
  const quiet = feedAnswer([
    revocationItem(1, { subject_id: 'cs_other' }),
    revocationItem(2, { subject_type: 'user', subject_id: 'usr_eve' }),
  ]);
  const denied: Record<string, Answers> = {
    'of a revoked session': {
      session: sessionAnswer(),
      feeds: [feedAnswer([revocationItem(1), revocationItem(2, { subject_id: 'cs_other' })]), end],
    },
    'of a revoked user': {
      session: sessionAnswer(),
      feeds: [
        feedAnswer([revocationItem(1, { subject_type: 'user', subject_id: 'auth0|ada' }), revocationItem(2)]),
        end,
      ],
    },
    'of a revoked binding': {
      session: sessionAnswer(),
      feeds: [
        feedAnswer([
          revocationItem(1, { subject_id: 'cs_other' }),
          revocationItem(2, { subject_type: 'credential_binding', subject_id: 'cb_crm' }),
        ]),
        end,
      ],
    },
    'of a session that has ended': { session: sessionAnswer({ state: 'terminated' }), feeds: [quiet, end] },
    'behind a gap': { session: sessionAnswer(), feeds: [feedAnswer([revocationItem(1), revocationItem(3)])] },
  };

  it('allows what nothing forbids', () => {
    expect(decide({ session: sessionAnswer(), feeds: [quiet, end] })).to.equal(true);
  });

  for (const [what, answers] of Object.entries(denied)) {
    it(`never allows a call ${what}, however an answer is spoilt`, () => {
      expect(decide(answers)).to.equal(false);
      const anySession = anySpoilt(answers.session as object);
      const anyFeed = anySpoilt(answers.feeds[0] as object);
      const spoilt = fc.oneof(
        anySession.map((session) => ({ ...answers, session })),
        anyFeed.map((feed) => ({ ...answers, feeds: [feed, ...answers.feeds.slice(1)] })),
        fc
          .tuple(anySession, anyFeed)
          .map(([session, feed]) => ({ session, feeds: [feed, ...answers.feeds.slice(1)] })),
      );
      fc.assert(
        fc.property(spoilt, (given) => !decide(given)),
        { numRuns: 2000 },
      );
    });
  }

  it('never allows by an answer that nobody read', () => {
    const view = new RevocationView();
    const raw = feedAnswer([revocationItem(1)]);
    expect(() => view.apply(raw as never)).to.throw(TypeError);
    expect(() => view.apply(raw.items as never)).to.throw(TypeError);
    const session = sessionAnswer() as never;
    expect(authorizeCall({ session, revocations: view, feedAgeSeconds: 0 })).to.include({ allowed: false });
    expect(
      authorizeCall({
        session: { ...sessionAnswer(), credentialBindingIds: [] } as never,
        revocations: view,
        feedAgeSeconds: 0,
      }),
    ).to.include({ allowed: false });
  });
});
