import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { AnyKind } from '../record-kind.js';
import { ALL_KINDS } from './all-kinds.js';
import { STORED_FORMS } from './testing/stored-forms.js';

const formOf = ({ schema, scoping, attributes, memberships, uniques, apart, upcasters }: AnyKind): string =>
  [
    `${schema}: ${scoping}`,
    ...Object.entries(attributes as Record<string, { readonly type: string }>).map(
      ([name, { type }]) => `${name}:${type}`,
    ),
    ...Object.keys(memberships).map((name) => `${name}[]`),
    ...Object.keys(uniques).map((name) => `${name}!`),
    ...apart.map((name) => `${name}/`),
    ...Object.keys(upcasters).map((step) => `shape of ${step}`),
  ].join(' ');

describe('the stored forms of the kinds', () => {
  it('are those on record: a changed form takes the next number, and updates its line in testing/stored-forms.ts', () => {
    const declared = Object.fromEntries(ALL_KINDS.map((kind) => [kind.name, formOf(kind)]));
    expect(declared).to.deep.equal(STORED_FORMS);
  });

  it('have steps only between existing numbers', () => {
    for (const { name, schema, upcasters } of ALL_KINDS)
      for (const step of Object.keys(upcasters)) expect(Number(step), name).to.be.within(2, schema);
  });
});
