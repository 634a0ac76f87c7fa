import { expect } from 'chai';
import { sha256Hex } from '../canonical-json.js';
import { NOW } from '../testing/people.js';
import { isCallable, liveManifest, type McpServer } from './mcp-server.js';
import type { McpSubmission } from './submission.js';
import { definitionOf, live, liveFrom, manifestOf, readingOf, toolOf } from './testing/servers.js';
import { DRIFTS_AT_ONCE, type Drift, decideDrift } from './tool-drift.js';

const LATER = '2026-03-02T12:00:00.000Z';

type Live = { readonly server: McpServer; readonly submission: McpSubmission };

const look = (
  { server, submission }: Live,
  reading: ReturnType<typeof readingOf>,
  now: string = NOW,
): Drift => {
  let minted = 0;
  return decideDrift(server, submission, reading, {
    now,
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

  it('neither revokes nor restores a tool that the server does not list', () => {
    expect(look(APPROVED, readingOf([DELETE], SAME)).decided.kind).to.equal('no_change');
    const drifted = after(
      APPROVED,
      look(APPROVED, readingOf([{ ...SEARCH, description: 'A' }, DELETE], SAME)),
    );
    expect(look(drifted, readingOf([DELETE], SAME)).decided.kind).to.equal('no_change');
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
