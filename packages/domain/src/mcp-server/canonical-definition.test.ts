import { expect } from 'chai';
import { sha256Hex } from '../canonical-json.js';
import { canonicalDefinition, definitionHash, type ReceivedTool } from './canonical-definition.js';

const TOOL: ReceivedTool = {
  name: 'transfer',
  description: 'Transfers money',
  inputSchema: {
    type: 'object',
    required: ['to', 'amount'],
    properties: { to: { enum: ['b', 'a'] }, amount: { type: ['number', 'null'], default: ['z', 'a'] } },
    dependentRequired: { to: ['amount', 'currency'] },
  },
};

const schema = (inputSchema: object): ReceivedTool => ({ ...TOOL, inputSchema }) as ReceivedTool;
const ofTo = (to: object): ReceivedTool => schema({ properties: { to } });

/** Pairs that say the same. */
const SAME: readonly (readonly [string, ReceivedTool, ReceivedTool])[] = [
  ['members in another order', TOOL, Object.fromEntries(Object.entries(TOOL).reverse())],
  ['required in another order', schema({ required: ['a', 'b'] }), schema({ required: ['b', 'a'] })],
  ['types in another order', ofTo({ type: ['null', 'string'] }), ofTo({ type: ['string', 'null'] })],
  ['enum in another order', ofTo({ enum: [1, 'a', null] }), ofTo({ enum: [null, 1, 'a'] })],
  [
    'dependentRequired in another order',
    schema({ dependentRequired: { a: ['b', 'c'] } }),
    schema({ dependentRequired: { a: ['c', 'b'] } }),
  ],
  [
    'sets in definitions, alternatives and items',
    schema({ $defs: { x: { anyOf: [{ items: { required: ['a', 'b'] } }] } } }),
    schema({ $defs: { x: { anyOf: [{ items: { required: ['b', 'a'] } }] } } }),
  ],
  ['empty annotations and none', { ...TOOL, annotations: {} }, TOOL],
  ['empty icons, execution and _meta and none', { ...TOOL, icons: [], execution: {}, _meta: {} }, TOOL],
  ['a title that is null and none', { ...TOOL, title: null }, TOOL],
  ['an integer written as a decimal', ofTo({ maximum: 1 }), ofTo({ maximum: JSON.parse('1.0') })],
];

/** Pairs that do not. */
const OTHER: readonly (readonly [string, ReceivedTool, ReceivedTool])[] = [
  ['the name', { ...TOOL, name: 'Transfer' }, TOOL],
  ['an icon', { ...TOOL, icons: [{ src: 'https://a.example' }] }, TOOL],
  ['execution', { ...TOOL, execution: { taskSupport: 'required' } }, TOOL],
  ['_meta', { ...TOOL, _meta: { a: 1 } }, TOOL],
  ['a member that the protocol does not name', { ...TOOL, hint: 'first' }, TOOL],
  ['an annotation of its own', { ...TOOL, annotations: { mine: true } }, TOOL],
  ['an integer beyond 2^53', ofTo({ maximum: 9007199254740993n }), ofTo({ maximum: 9007199254740992 })],
  ['an output schema that allows anything', { ...TOOL, outputSchema: {} }, TOOL],
  ['the order of alternatives', schema({ anyOf: [{}, true] }), schema({ anyOf: [true, {}] })],
  ['the order of a default', ofTo({ default: ['a', 'b'] }), ofTo({ default: ['b', 'a'] })],
  [
    'the order of a default that looks like a schema',
    ofTo({ default: { required: ['a', 'b'] } }),
    ofTo({ default: { required: ['b', 'a'] } }),
  ],
  ['the order inside a value of an enum', ofTo({ enum: [['a', 'b']] }), ofTo({ enum: [['b', 'a']] })],
  [
    'the order of a list of an unknown keyword',
    ofTo({ 'x-order': ['a', 'b'] }),
    ofTo({ 'x-order': ['b', 'a'] }),
  ],
  ['a member called __proto__', { ...TOOL, _meta: JSON.parse('{"__proto__":{"a":1}}') }, TOOL],
];

describe('the canonical definition of a tool', () => {
  it('is its RFC 8785 form with the sets of its schemas in order', () => {
    expect(canonicalDefinition({ ...TOOL, annotations: {} })).to.equal(
      '{"description":"Transfers money","inputSchema":{"dependentRequired":{"to":["amount","currency"]},' +
        '"properties":{"amount":{"default":["z","a"],"type":["null","number"]},"to":{"enum":["a","b"]}},' +
        '"required":["amount","to"],"type":"object"},"name":"transfer"}',
    );
    expect(definitionHash(TOOL)).to.equal(`sha256:${sha256Hex(canonicalDefinition(TOOL))}`);
  });

  for (const [what, one, other] of SAME)
    it(`is the same for ${what}`, () =>
      expect(canonicalDefinition(one)).to.equal(canonicalDefinition(other)));

  for (const [what, one, other] of OTHER)
    it(`differs by ${what}`, () => expect(canonicalDefinition(one)).not.to.equal(canonicalDefinition(other)));

  it('treats properties that are called like keywords as properties', () => {
    const called = (to: object) => schema({ properties: { required: to, enum: to, default: to } });
    expect(canonicalDefinition(called({ required: ['a', 'b'] }))).to.equal(
      canonicalDefinition(called({ required: ['b', 'a'] })),
    );
  });
});
