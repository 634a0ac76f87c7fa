import { expect } from 'chai';
import { canonicalHash, sha256Hex } from '../canonical-json.js';
import { manifestRefusal } from './manifest.js';
import { pinningReading } from './pin-reading.js';
import { manifestFromReading } from './read-manifest.js';
import { fourKindsOfSecrets } from './testing/four-kinds-of-secrets.js';
import { pinReading } from './testing/pin-reading.js';
import { definitionOf, live, liveFrom, manifestOf, readingOf } from './testing/servers.js';

describe('what is kept of a live server', () => {
  it('is pinned by complete definitions, whatever the order of tools and members', () => {
    const tool = definitionOf('search', { title: 'Search', annotations: { readOnlyHint: true } });
    const turned = { annotations: { readOnlyHint: true }, ...tool };
    const [one, other] = [
      readingOf([tool, definitionOf('delete')], { prompts: ['b', 'a'] }),
      readingOf([definitionOf('delete'), turned], { prompts: ['a', 'b', 'a'] }),
    ];
    expect(one).to.deep.equal(other);
    expect(one.tools[1]?.definitionHash).to.equal(canonicalHash({ ...tool } as never));
  });

  it('contains no secret, names where one was, and still distinguishes definitions', () => {
    for (const [what, secret] of fourKindsOfSecrets) {
      const withSecret = (value: string) =>
        readingOf(
          [
            definitionOf('search', {
              title: value,
              description: `Use ${value}`,
              inputSchema: {
                type: 'object',
                properties: { api_key: { type: 'string', default: value }, plain: { const: value } },
              },
              outputSchema: { examples: [{ nested: [value] }], [value]: true },
              annotations: { note: value },
            }),
          ],
          { instructions: value, prompts: [value] },
        );
      const reading = withSecret(secret);
      expect(JSON.stringify(reading), what).not.to.include(secret);
      expect(new Set(reading.findings.map(({ field }) => field)), what).to.deep.equal(
        new Set([
          'title',
          'description',
          'input_schema',
          'output_schema',
          'annotations',
          'prompts',
          'instructions',
        ]),
      );
      const manifest = manifestFromReading(manifestOf(), reading, []);
      expect(manifestRefusal(manifest), what).to.equal(undefined);
      expect(withSecret(`${secret}x`).tools[0]?.definitionHash, what).not.to.equal(
        reading.tools[0]?.definitionHash,
      );
    }
  });

  it('leaves out whatever a schema specifies for a property named like a secret, and nothing else', () => {
    const properties = {
      password: {
        type: 'string',
        description: 'The password',
        default: 'hunter2',
        examples: ['swordfish', 4711],
      },
      city: { type: 'string', default: 'Zurich', enum: ['Zurich', 'Berne'] },
    };
    const reading = readingOf([definitionOf('search', { inputSchema: { type: 'object', properties } })]);
    expect(reading.tools[0]?.inputSchema).to.deep.equal({
      type: 'object',
      properties: {
        ...properties,
        password: { ...properties.password, default: '[redacted]', examples: ['[redacted]', '[redacted]'] },
      },
    });
    expect(reading.findings).to.deep.equal([
      { severity: 'warning', code: 'secret_material', toolId: 'search', field: 'input_schema' },
    ]);
  });

  it('truncates a text too long to be shown, says so, and pins all of it', () => {
    const long = 'x'.repeat(20_000);
    const reading = readingOf([definitionOf('search', { description: long })]);
    expect([reading.tools[0]?.description?.length, reading.findings.map(({ code }) => code)]).to.deep.equal([
      16_384,
      ['text_cut'],
    ]);
    const other = readingOf([definitionOf('search', { description: `${long}y` })]);
    expect(other.tools[0]?.fieldHashes.description).not.to.equal(reading.tools[0]?.fieldHashes.description);
  });

  it('compares equally without its texts', () => {
    const tools = [definitionOf('search', { title: 'Search' }), definitionOf('odd/name')];
    const more = { instructions: 'Be kind', prompts: ['hello'] };
    const whole = readingOf(tools, more);
    const { instructions: _, ...definition } = whole.definition;
    expect(pinReading({ tools, ...more }, sha256Hex, 'hashes')).to.deep.equal({
      tools: whole.tools.map(({ toolId, name, definitionHash, fieldHashes }) => ({
        toolId,
        name,
        definitionHash,
        fieldHashes,
      })),
      definition,
      unreadable: [],
      findings: [],
    });
  });

  it('leaves out a tool whose name is a secret, by its position, and no other', () => {
    const [[, secret] = ['', '']] = fourKindsOfSecrets;
    const reading = readingOf([definitionOf('search'), definitionOf(secret)]);
    expect([reading.tools.map(({ toolId }) => toolId), reading.unreadable, reading.findings]).to.deep.equal([
      ['search'],
      ['#2'],
      [{ severity: 'warning', code: 'unreadable_tool', toolId: '#2', field: 'name' }],
    ]);
    expect(JSON.stringify(reading)).not.to.include(secret);
  });

  it('calls a tool what its server calls it, in NFC', () => {
    const names = ['a/b', 'Größe', 'Gro\u0308\u00dfe', 'x'.repeat(256)];
    const reading = readingOf(names.map((name) => definitionOf(name)));
    expect(reading.tools.map(({ toolId, name }) => [toolId, name])).to.deep.equal([
      ['Gr\u00f6\u00dfe', 'Gr\u00f6\u00dfe'],
      ['Gr\u00f6\u00dfe', 'Gro\u0308\u00dfe'],
      ['a/b', 'a/b'],
      ['x'.repeat(256), 'x'.repeat(256)],
    ]);
  });

  it('shows icons, execution, _meta, members of its own and the digits of large integers', () => {
    const tool = definitionOf('search', {
      icons: [{ src: 'https://icons.example/a.png' }],
      execution: { taskSupport: 'optional' },
      _meta: { 'example.com/constructor': { constructor: 1 } },
      annotations: { limit: 9007199254740993n },
      hint: 'Call me first',
    });
    const [pinned] = readingOf([tool]).tools;
    expect(pinned).to.deep.include({
      icons: [{ src: 'https://icons.example/a.png' }],
      execution: { taskSupport: 'optional' },
      _meta: { 'example.com/constructor': { constructor: 1 } },
      annotations: { limit: '9007199254740993' },
      other: { hint: 'Call me first' },
    });
    expect(readingOf([tool]).findings).to.deep.equal([
      { severity: 'warning', code: 'big_integer', toolId: 'search', field: 'annotations' },
    ]);
  });
});

describe('pinning what a hostile server lists', () => {
  const stepsOf = (reading: Parameters<typeof pinningReading>[0]): number =>
    [...pinningReading(reading, sha256Hex)].length;

  it('pauses after a few hundred members, however they are arranged, and after each tool and part', () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, { type: 'string' }]));
    const texts = Array.from({ length: 20_000 }, (_, i) => `ghp_${i}`);
    for (const inputSchema of [{ properties: wide }, { enum: texts }, { $defs: { a: wide } }])
      expect(stepsOf({ tools: [definitionOf('search', { inputSchema })] })).to.be.above(20_000 / 256);
    const many = Array.from({ length: 1_000 }, (_, i) => definitionOf(`tool_${i}`));
    expect(stepsOf({ tools: many })).to.be.above(2_000);
  });
});

describe('a tool that is not shown alike to everybody', () => {
  const honest = definitionOf('search');
  const poisoned = definitionOf('search', { description: 'Another one' });
  const finding = (toolId: string | null, field: string) => ({
    ...{ severity: 'warning', code: 'inconsistent_definitions' },
    ...{ toolId, field },
  });

  it('is a finding, and pinned by all of its definitions, so that none of them counts as approved', () => {
    const shown = { toolId: 'search', definitions: [poisoned] };
    const { tools, findings } = pinReading({ tools: [honest], variants: [shown] }, sha256Hex);
    expect(findings).to.deep.equal([finding('search', 'definition')]);
    const [one, other] = [honest, poisoned].map((tool) => pinReading({ tools: [tool] }, sha256Hex).tools[0]);
    expect([one?.definitionHash, other?.definitionHash]).not.to.include(tools[0]?.definitionHash);
    expect(tools[0]?.fieldHashes.inputSchema).to.equal(one?.fieldHashes.inputSchema);
    expect([one?.fieldHashes.description, other?.fieldHashes.description]).not.to.include(
      tools[0]?.fieldHashes.description,
    );
    const reversed = { tools: [poisoned], variants: [{ toolId: 'search', definitions: [honest] }] };
    expect(pinReading(reversed, sha256Hex).tools[0]?.definitionHash).to.equal(tools[0]?.definitionHash);
  });

  it('is pinned by each of its forms where the revision alone makes the difference, and is no finding', () => {
    const titled = { ...honest, title: 'Search' };
    const shown = { toolId: 'search', definitions: [titled, honest], byRevision: true as const };
    const { tools, findings } = pinReading({ tools: [titled], variants: [shown] }, sha256Hex);
    const each = [titled, honest].map((tool) => pinReading({ tools: [tool] }, sha256Hex).tools[0]);
    expect(findings).to.deep.equal([]);
    expect(tools[0]?.definitionHash.split(',')).to.have.members(each.map((tool) => tool?.definitionHash));
    expect(tools[0]?.title).to.equal('Search');
  });

  it('is a finding and pinned as it is where some do not see it; so are other instructions', () => {
    const variants = [{ toolId: 'search', definitions: [] }];
    const seen = pinReading({ tools: [honest], variants, variesInstructions: true }, sha256Hex);
    expect(seen.findings).to.deep.equal([finding('search', 'definition'), finding(null, 'instructions')]);
    expect(seen.tools).to.deep.equal(pinReading({ tools: [honest] }, sha256Hex).tools);
  });
});

describe('a manifest that is read again', () => {
  const DELETE = definitionOf('delete');
  const approved = liveFrom(
    readingOf([definitionOf('search', { annotations: { readOnlyHint: true } }), DELETE]),
  );
  const known = approved.submission.manifest.tools.map((tool) => ({
    ...tool,
    gatewayStatus: 'approved' as const,
    riskTier: 'medium' as const,
    policyRefs: ['pv_1'],
  }));

  it('keeps unchanged tools approved, and lets a reviewer name changed or new ones', () => {
    const made = manifestFromReading(
      manifestOf(),
      readingOf([
        DELETE,
        definitionOf('search', { annotations: { readOnlyHint: false } }),
        definitionOf('new'),
      ]),
      known,
    );
    expect(
      made.tools.map(({ toolId, gatewayStatus, riskTier, policyRefs }) => [
        toolId,
        gatewayStatus,
        riskTier,
        policyRefs,
      ]),
    ).to.deep.equal([
      ['delete', 'approved', 'medium', ['pv_1']],
      ['new', 'pending', 'high', []],
      ['search', 'changed', 'high', ['pv_1']],
    ]);
  });

  it('approves nothing that was only described by hand, and keeps excluded tools excluded', () => {
    const byHand = live(manifestOf());
    const denied = byHand.submission.manifest.tools.map((tool) =>
      tool.toolId === 'delete'
        ? { ...tool, gatewayStatus: 'denied' as const, deniedReason: 'Too sharp' }
        : { ...tool, gatewayStatus: 'approved' as const },
    );
    const made = manifestFromReading(manifestOf(), readingOf([DELETE, definitionOf('search')]), denied);
    expect(made.tools.map(({ gatewayStatus, deniedReason }) => [gatewayStatus, deniedReason])).to.deep.equal([
      ['denied', 'Too sharp'],
      ['changed', undefined],
    ]);
  });
});
