import type { Json } from '@govgate/domain';
import type { Manifest, ManifestTool } from '@govgate/domain/internal';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { riskRises } from './risk-rises.js';

type Parts = Partial<Record<'inputSchema' | 'annotations' | '_meta' | 'other' | 'execution', Json>>;

const manifest = (parts: Parts, toolId = 'search') =>
  ({ tools: [{ toolId, name: toolId, ...parts } as ManifestTool] }) as unknown as Manifest;

const rises = (old: Parts, now: Parts) =>
  riskRises(manifest(old), manifest(now)).map(({ code, field }) => `${code} ${field}`);

const schema = (properties: Json, more: object = {}): Parts => ({
  inputSchema: { type: 'object', properties, ...more },
});

describe('what made an approved tool more dangerous', () => {
  it('is a scope that it did not want before, wherever its server names it', () => {
    const old = { _meta: { securitySchemes: [{ type: 'oauth2', scopes: ['mail.read'] }] } };
    const now = { _meta: { securitySchemes: [{ type: 'oauth2', scopes: ['mail.read', 'mail.send'] }] } };
    expect(rises(old, now)).to.deep.equal(['scope_added _meta']);
    expect(rises(now, old)).to.deep.equal([]);
    expect(rises({}, { other: { required_scopes: 'admin' } })).to.deep.equal(['scope_added other']);
    expect(rises({ execution: { scope: 'a b' } }, { execution: { scope: 'b a c' } })).to.deep.equal([
      'scope_added execution',
    ]);
  });

  it('is a hint that it is harmless, once that is gone', () => {
    const said = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
    expect(rises({ annotations: said }, {})).to.deep.equal([
      'hint_withdrawn annotations/readOnlyHint',
      'hint_withdrawn annotations/destructiveHint',
      'hint_withdrawn annotations/openWorldHint',
    ]);
    expect(rises({}, { annotations: said })).to.deep.equal([]);
  });

  it('is an argument that is new, or need not be given any more', () => {
    const path = { path: { type: 'string' } };
    const both = { ...path, recursive: { type: 'boolean' } };
    expect(rises(schema(path, { required: ['path'] }), schema(both))).to.deep.equal([
      'argument_added input_schema/properties/recursive',
      'argument_optional input_schema/properties/path',
    ]);
    expect(rises(schema(both), schema(path, { required: ['path'] }))).to.deep.equal([]);
  });

  for (const [what, old, now] of [
    ['a value', { enum: ['eu'] }, { enum: ['eu', 'us'] }],
    ['any value', { enum: ['eu'] }, {}],
    ['another type', { type: 'string' }, { type: ['string', 'array'] }],
    ['any type', { type: 'string' }, {}],
    ['a greater amount', { maximum: 100 }, { maximum: 1_000 }],
    ['any amount', { maximum: 100 }, {}],
    ['a negative amount', { minimum: 0 }, { minimum: -1 }],
    ['another pattern', { pattern: '^a' }, { pattern: '.' }],
    ['another choice of schemas', { anyOf: [{ const: 1 }] }, { anyOf: [{ const: 1 }, { const: 2 }] }],
    ['other names', { patternProperties: { '^a': false } }, {}],
    ['more of a list', { prefixItems: [{ const: 1 }] }, {}],
    ['members that nothing describes', { unevaluatedProperties: false }, {}],
    ['one without the other', { dependentRequired: { a: ['b'] } }, {}],
    ['anything at all', { enum: ['eu'] }, true],
  ] as const)
    it(`is an argument that takes ${what}`, () => {
      const at = (value: Json) => schema({ region: value });
      const risen = ['values_widened input_schema/properties/region'];
      expect(rises(at(old as Json), at(now as Json))).to.deep.equal(risen);
      expect(rises(at(old as Json), at(old as Json))).to.deep.equal([]);
    });

  it('is found below lists, further members and definitions, and where the whole schema is gone', () => {
    const region = { enum: ['eu'] };
    const old: Parts = {
      inputSchema: {
        properties: { list: { items: region } },
        additionalProperties: false,
        $defs: { region },
      },
    };
    const now: Parts = { inputSchema: { properties: { list: { items: {} } }, $defs: { region: {} } } };
    expect(rises(old, now)).to.deep.equal([
      'values_widened input_schema/properties/list/items',
      'values_widened input_schema/additionalProperties',
      'values_widened input_schema/$defs/region',
    ]);
    expect(rises({ inputSchema: { type: 'object' } }, {})).to.deep.equal(['values_widened input_schema']);
  });

  it('is nothing of a tool that is new or narrower, and names invisible characters', () => {
    expect(riskRises(undefined, manifest(schema({ a: {} })))).to.deep.equal([]);
    expect(riskRises(manifest({}, 'old'), manifest(schema({ a: {} }), 'new'))).to.deep.equal([]);
    expect(rises(schema({ a: { maximum: 9 } }), schema({ a: { maximum: 1, enum: [1] } }))).to.deep.equal([]);
    expect(rises(schema({}), schema({ 'a\u200b': {} }))).to.deep.equal([
      'argument_added input_schema/properties/a\\u{200b}',
    ]);
  });

  it('is listed up to fifty times a tool, and found in no time in what a server may say', () => {
    const wide = (count: number) =>
      schema(Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, {}])));
    expect(rises(schema({}), wide(20_000)).length).to.equal(50);
    let deep: Json = { enum: [1] };
    for (let at = 0; at < 60; at += 1) deep = { properties: { a: deep } };
    const from = performance.now();
    expect(rises({ inputSchema: deep }, { inputSchema: deep })).to.deep.equal([]);
    expect(performance.now() - from).to.be.lessThan(500);
  });
});
