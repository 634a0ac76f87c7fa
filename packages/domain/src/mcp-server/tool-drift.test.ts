import { expect } from 'chai';
import { sha256Hex } from '../canonical-json.js';
import { addSeconds } from '../instant.js';
import { NOW } from '../testing/people.js';
import { liveManifest, type McpServer } from './mcp-server.js';
import type { McpSubmission } from './submission.js';
import { isCallable } from './testing/is-callable.js';
import { definitionOf, live, liveFrom, manifestOf, readingOf, toolOf } from './testing/servers.js';
import { DRIFTS_AT_ONCE, type Drift, decideDrift, type SeenServer } from './tool-drift.js';

const LATER = '2026-03-02T12:00:00.000Z';

type Live = { readonly server: McpServer; readonly submission: McpSubmission };

const look = (
  { server, submission }: Live,
  seen: SeenServer,
  now: string = NOW,
  wasListed = false,
): Drift => {
  let minted = 0;
  return decideDrift(server, submission, seen, {
    now,
    graceSeconds: 900,
    wasListed,
    hash: sha256Hex,
    newRevocationId: () => {
      minted += 1;
      return `rev_${minted}`;
    },
  });
};

const after = ({ submission }: Live, drift: Drift): Live => ({ server: drift.decided.record, submission });

const [SEARCH, DELETE] = [definitionOf('search'), definitionOf('delete')];
const APPROVED = liveFrom(readingOf([SEARCH, DELETE], { instructions: 'Be kind', prompts: ['hello'] }));
const SAME = { instructions: 'Be kind', prompts: ['hello'] };

const CHANGES: readonly (readonly [string, Partial<typeof SEARCH>])[] = [
  ['title', { title: 'Search' }],
  ['description', { description: 'The search tool ' }],
  ['input_schema', { inputSchema: { type: 'object', title: 'search', required: [] } }],
  ['output_schema', { outputSchema: { type: 'object' } }],
  ['annotations', { annotations: { somethingNew: 1 } }],
  ['icons', { icons: [{ src: 'https://icons.example/new.png' }] }],
  ['execution', { execution: { taskSupport: 'required' } }],
  ['_meta', { _meta: { 'example.com/risk': 'low' } }],
  ['other', { hint: 'Call this first' }],
];

describe('drift of a live server', () => {
  it('is none while everything is as approved, in whatever order', () => {
    const { description = '', inputSchema } = SEARCH;
    const turned = { inputSchema: { title: 'search', type: 'object' }, description, name: 'search' };
    expect(inputSchema).to.deep.equal(turned.inputSchema);
    const drift = look(APPROVED, readingOf([DELETE, turned], SAME));
    expect([drift.decided.kind, drift.revoked, drift.more]).to.deep.equal(['no_change', [], false]);
  });

  it('is none where one of several approved forms is seen, and one where another form is', () => {
    const titled = { ...SEARCH, title: 'Search' };
    const shown = (...definitions: (typeof SEARCH)[]) =>
      readingOf([titled], { variants: [{ toolId: 'search', definitions, byRevision: true }] });
    const approved = liveFrom(shown(titled, SEARCH));
    const kinds = [
      shown(SEARCH, titled),
      readingOf([titled]),
      readingOf([SEARCH]),
      shown(titled, { ...SEARCH, icons: [{ src: 'https://icons.example/new.png' }] }),
      readingOf([{ ...SEARCH, description: 'Another one' }]),
    ].map((seen) => look(approved, seen).revoked.map(({ gatewayStatus }) => gatewayStatus));
    expect(kinds).to.deep.equal([[], [], [], ['changed'], ['changed']]);
  });

  for (const [field, change] of CHANGES)
    it(`revokes a tool whose ${field} alone differs, and no other`, () => {
      const changed = { ...SEARCH, ...change };
      const drift = look(APPROVED, readingOf([changed, DELETE], SAME));
      expect(drift.revoked).to.deep.equal([
        {
          toolId: 'search',
          gatewayStatus: 'changed',
          observedHash: readingOf([changed]).tools[0]?.definitionHash,
          changedFields: [field],
          detectedAt: NOW,
          revocationId: 'rev_1',
        },
      ]);
      const manifest = liveManifest(drift.decided.record, APPROVED.submission);
      expect(['search', 'delete'].map((id) => isCallable(manifest, id))).to.deep.equal([false, true]);
    });

  it('is reported once, however often it is seen and whatever else changes in the tool', () => {
    const drifted = after(
      APPROVED,
      look(APPROVED, readingOf([{ ...SEARCH, description: 'A' }, DELETE], SAME)),
    );
    for (const description of ['A', 'B'])
      expect(
        look(drifted, readingOf([{ ...SEARCH, description }, DELETE], SAME), LATER).decided.kind,
      ).to.equal('no_change');
  });

  it('ends when the tool is as approved again, with the revocation that is to be lifted', () => {
    const drifted = after(
      APPROVED,
      look(APPROVED, readingOf([{ ...SEARCH, description: 'A' }, DELETE], SAME)),
    );
    const back = look(drifted, readingOf([SEARCH, DELETE], SAME), LATER);
    expect(back.restored.map(({ toolId, revocationId }) => [toolId, revocationId])).to.deep.equal([
      ['search', 'rev_1'],
    ]);
    expect([back.decided.record.driftedTools, back.revoked]).to.deep.equal([[], []]);
  });

  it('differs by a name that is another one before NFC', () => {
    const approved = liveFrom(readingOf([definitionOf('Gr\u00f6\u00dfe')]));
    const drift = look(
      approved,
      readingOf([
        definitionOf('Gro\u0308\u00dfe', {
          description: 'The Gr\u00f6\u00dfe tool',
          inputSchema: { type: 'object', title: 'Gr\u00f6\u00dfe' },
        }),
      ]),
    );
    expect(drift.revoked.map(({ toolId, changedFields }) => [toolId, changedFields])).to.deep.equal([
      ['Gr\u00f6\u00dfe', ['name']],
    ]);
  });

  it('treats different instructions as a different definition of every tool', () => {
    const drift = look(APPROVED, readingOf([SEARCH, DELETE], { ...SAME, instructions: 'Be rude' }));
    expect(drift.revoked.map(({ toolId, changedFields }) => [toolId, changedFields])).to.deep.equal([
      ['delete', ['instructions']],
      ['search', ['instructions']],
    ]);
  });

  it('reports different prompts by their field, once, and nothing about what could not be read', () => {
    const drift = look(APPROVED, readingOf([SEARCH, DELETE], { ...SAME, prompts: ['hello', 'bye'] }));
    expect([drift.differing, drift.revoked, drift.decided.record.driftedFields]).to.deep.equal([
      ['prompts'],
      [],
      ['prompts'],
    ]);
    const drifted = after(APPROVED, drift);
    const again = look(drifted, readingOf([SEARCH, DELETE], { ...SAME, prompts: ['bye', 'hello'] }));
    const unread = look(drifted, readingOf([SEARCH, DELETE], { instructions: 'Be kind' }));
    expect([again.decided.kind, unread.decided.kind]).to.deep.equal(['no_change', 'no_change']);
    const back = look(drifted, readingOf([SEARCH, DELETE], SAME));
    expect([back.settled, back.decided.record.driftedFields]).to.deep.equal([['prompts'], []]);
  });

  it('revokes a tool that nobody approved, and keeps it revoked when it hides', () => {
    const drift = look(APPROVED, readingOf([SEARCH, DELETE, definitionOf('new/tool')], SAME));
    expect(
      drift.revoked.map(({ toolId: id, gatewayStatus, changedFields }) => [id, gatewayStatus, changedFields]),
    ).to.deep.equal([['new/tool', 'pending', ['name']]]);
    expect(look(after(APPROVED, drift), readingOf([SEARCH, DELETE], SAME)).decided.kind).to.equal(
      'no_change',
    );
  });

  it('remembers a limited number of unknown tools, a hundred with each decision', () => {
    let standing: Live = APPROVED;
    const commits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const rotating = Array.from({ length: 90 }, (_, at) => definitionOf(`new_${round}_${at}`));
      const drift = look(standing, readingOf([SEARCH, DELETE, ...rotating], SAME));
      commits.push(drift.revoked.length);
      standing = after(standing, drift);
    }
    expect(commits).to.deep.equal([90, 90, 90, 90, 90, 50, 0, 0, 0, 0, 0, 0]);
    const many = Array.from({ length: 250 }, (_, at) => definitionOf(`t${at}`));
    const wide = liveFrom(readingOf(many));
    const all = look(wide, readingOf(many.map((tool) => ({ ...tool, description: 'other' }))));
    expect([all.revoked.length, all.more]).to.deep.equal([DRIFTS_AT_ONCE, true]);
  });

  it('revokes imported drift at the next look, keeping the time when it was noticed', () => {
    const known = look(APPROVED, readingOf([{ ...SEARCH, description: 'A' }, DELETE], SAME));
    const driftedTools = known.revoked.map((tool) => ({ ...tool, revocationId: null }));
    const imported = { ...APPROVED, server: { ...APPROVED.server, driftedTools } };
    const drift = look(imported, readingOf([{ ...SEARCH, description: 'A' }, DELETE], SAME), LATER);
    expect(drift.revoked).to.deep.equal([{ ...driftedTools[0], revocationId: 'rev_1' }]);
  });

  it('compares a tool described by hand by its schema alone, and by nothing where that is not a hash', () => {
    const bare = (toolId: string, inputSchemaRef: string) => {
      const { inputSchema: _, ...tool } = toolOf(toolId, { inputSchemaRef });
      return tool;
    };
    const HASH = `sha256:${'a'.repeat(64)}`;
    const byHand = live(
      manifestOf({
        tools: [
          toolOf('given'),
          bare('hashed', HASH),
          bare('named', 'schema:named'),
          bare('longer', `${HASH}0`),
          toolOf('denied', { gatewayStatus: 'denied' }),
        ],
      }),
    );
    const names = ['given', 'hashed', 'named', 'longer', 'denied'];
    const other = names.map((name) => definitionOf(name, { description: 'x', inputSchema: { other: name } }));
    const drift = look(byHand, readingOf(other, { instructions: 'x', prompts: ['x'] }));
    expect(drift.revoked.map(({ toolId, changedFields }) => [toolId, changedFields])).to.deep.equal([
      ['given', ['input_schema']],
      ['hashed', ['input_schema']],
    ]);
  });
});

/** Looks that do not show the tool `search` as it was approved, and why. */
const HIDING: readonly (readonly [string, SeenServer, string, readonly string[]])[] = [
  ['cannot be reached', 'timeout', 'timeout', ['delete', 'search']],
  ['answers with an error', 'rpc_error', 'rpc_error', ['delete', 'search']],
  ['sends too much', 'limit_exceeded', 'limit_exceeded', ['delete', 'search']],
  ['lists nothing', readingOf([], SAME), 'not_listed', ['delete', 'search']],
  ['does not list it', readingOf([DELETE], SAME), 'not_listed', ['search']],
  [
    'lists it in a form that cannot be read',
    readingOf([DELETE], { ...SAME, unreadable: [{ toolId: 'search', field: 'description' }] }),
    'unreadable_tool',
    ['search'],
  ],
];
const at = (seconds: number): string => addSeconds(NOW, seconds);

describe('what cannot be verified', () => {
  for (const [what, seen, failureReason, toolIds] of HIDING) {
    it(`is reported at once where the server ${what}, once, and callable until the grace is over`, () => {
      const drift = look(APPROVED, seen);
      expect([drift.unverified, drift.revoked, drift.restored]).to.deep.equal([
        toolIds.map((toolId) => ({
          toolId,
          gatewayStatus: 'unverified',
          observedHash: '',
          changedFields: [],
          failureReason,
          detectedAt: NOW,
          revocationId: null,
        })),
        [],
        [],
      ]);
      const hidden = after(APPROVED, drift);
      expect(isCallable(liveManifest(hidden.server, hidden.submission), 'search')).to.equal(true);
      expect(look(hidden, seen, at(899)).decided.kind).to.equal('no_change');
    });

    it(`is revoked after the grace where the server ${what}, once`, () => {
      const hidden = after(APPROVED, look(APPROVED, seen));
      const grace = failureReason === 'timeout' ? 3_600 : 900;
      expect(look(hidden, seen, at(grace - 1)).decided.kind).to.equal('no_change');
      const drift = look(hidden, seen, at(grace));
      expect(drift.revoked.map(({ toolId, revocationId }) => [toolId, revocationId])).to.deep.equal(
        toolIds.map((toolId, index) => [toolId, `rev_${index + 1}`]),
      );
      const revoked = after(hidden, drift);
      const manifest = liveManifest(revoked.server, revoked.submission);
      expect(manifest.tools.map(({ toolId, gatewayStatus }) => [toolId, gatewayStatus])).to.deep.equal(
        ['delete', 'search'].map((id) => [id, toolIds.includes(id) ? 'unverified' : 'approved']),
      );
      expect(look(revoked, seen, at(9_000)).decided.kind).to.equal('no_change');
    });

    it(`is restored by the next good look where the server ${what}`, () => {
      const hidden = after(APPROVED, look(APPROVED, seen));
      for (const standing of [hidden, after(hidden, look(hidden, seen, at(3_600)))]) {
        const back = look(standing, readingOf([SEARCH, DELETE], SAME), at(4_000));
        expect(back.restored.map(({ toolId }) => toolId)).to.deep.equal(toolIds);
        expect([back.decided.record.driftedTools, back.revoked, back.unverified]).to.deep.equal([[], [], []]);
      }
    });
  }

  it('is revoked at once when it is seen changed, and keeps the revocation that it has', () => {
    const changed = readingOf([{ ...SEARCH, description: 'Other' }, DELETE], SAME);
    const hidden = after(APPROVED, look(APPROVED, 'timeout'));
    const revoked = after(hidden, look(hidden, 'timeout', at(3_600)));
    for (const [standing, revocationId] of [
      [hidden, 'rev_1'],
      [revoked, 'rev_2'],
    ] as const) {
      const drift = look(standing, changed, at(3_700));
      expect(drift.revoked).to.deep.equal([
        {
          toolId: 'search',
          gatewayStatus: 'changed',
          observedHash: changed.tools.find(({ toolId }) => toolId === 'search')?.definitionHash,
          changedFields: ['description'],
          detectedAt: at(3_700),
          revocationId,
        },
      ]);
      const hidesAgain = look(after(standing, drift), 'timeout', at(9_000));
      expect([hidesAgain.unverified.map(({ toolId }) => toolId), hidesAgain.revoked]).to.deep.equal([
        ['delete'],
        [],
      ]);
    }
  });

  it('ends its grace at once when a server that was not reached answers with an error', () => {
    const hidden = after(APPROVED, look(APPROVED, 'timeout'));
    expect(look(hidden, 'http_403', at(900)).revoked.map(({ toolId }) => toolId)).to.deep.equal([
      'delete',
      'search',
    ]);
  });

  it('is every tool of a hand-written manifest once its server was read, and none before', () => {
    const byHand = live(manifestOf({ tools: [toolOf('given')] }));
    expect(look(byHand, 'http_401').decided.kind).to.equal('no_change');
    expect(look(byHand, 'http_401', NOW, true).unverified.map(({ toolId }) => toolId)).to.deep.equal([
      'given',
    ]);
  });

  it('is revoked a hundred tools at a time', () => {
    const many = Array.from({ length: 250 }, (_, index) => definitionOf(`t${index}`));
    const wide = liveFrom(readingOf(many));
    const hidden = after(wide, look(wide, 'timeout'));
    expect(hidden.server.driftedTools.length).to.equal(250);
    const drift = look(hidden, 'timeout', at(3_600));
    expect([drift.revoked.length, drift.more]).to.deep.equal([DRIFTS_AT_ONCE, true]);
  });
});
