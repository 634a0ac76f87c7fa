import { expect } from 'chai';
import * as v from 'valibot';
import { compileMaterialSearch } from './material-search.js';
import { verbatim } from './verbatim.js';

const LEAKING = `see https://${'ada:example'}@wiki.example`;

const search = compileMaterialSearch(
  v.strictObject({
    name: v.string(),
    reason: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(99)))),
    owner: v.strictObject({ contact: v.string() }),
    tags: v.array(v.strictObject({ label: v.string() })),
    either: v.union([v.string(), v.array(v.string())]),
    attributes: v.optional(v.record(v.string(), v.unknown())),
    document: v.optional(verbatim(v.record(v.string(), v.unknown()))),
    handle: v.optional(v.pipe(v.string(), v.metadata({ format: 'handle' }))),
    reference: v.nullish(v.pipe(v.string(), v.metadata({ writeOnly: true }))),
  }),
);

const HARMLESS = {
  name: 'Sidecar for team@corp.example',
  reason: null,
  owner: { contact: 'Bearer of bad news' },
  tags: [{ label: 'see https://wiki.example/x' }],
  either: ['a', 'b'],
};

describe('the search for credentials in free text', () => {
  it('lets ordinary texts pass', () => {
    expect(search(HARMLESS)).to.deep.equal([]);
  });

  it('reports every position of a credential, in the order of the schema and never its text', () => {
    const leaking = {
      either: ['a', LEAKING],
      tags: [{ label: 'fine' }, { label: LEAKING }],
      owner: { contact: LEAKING },
      reason: LEAKING,
      name: LEAKING,
    };
    expect(search(leaking)).to.deep.equal([
      ['name'],
      ['reason'],
      ['owner', 'contact'],
      ['tags', 1, 'label'],
      ['either', 1],
    ]);
    expect(search({ ...HARMLESS, either: LEAKING })).to.deep.equal([['either']]);
  });

  it('searches what a schema leaves open, including its names, and reports the field that contains it', () => {
    for (const attributes of [{ a: { b: [LEAKING] } }, { [LEAKING]: 1 }])
      expect(search({ ...HARMLESS, attributes })).to.deep.equal([['attributes']]);
  });

  it('leaves values with their own grammar to that grammar', () => {
    const own = { document: { a: LEAKING }, handle: LEAKING, reference: LEAKING };
    expect(search({ ...HARMLESS, ...own })).to.deep.equal([]);
  });
});
