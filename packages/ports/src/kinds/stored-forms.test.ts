import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MIGRATIONS } from '../migrations.js';
import type { AnyKind } from '../record-kind.js';
import { ALL_KINDS } from './all-kinds.js';
import { STORED_FORMS } from './testing/stored-forms.js';

const formOf = ({ scoping, attributes, memberships, uniques }: AnyKind): string =>
  [
    scoping,
    ...Object.entries(attributes as Record<string, { readonly type: string }>).map(
      ([name, { type }]) => `${name}:${type}`,
    ),
    ...Object.keys(memberships).map((name) => `${name}[]`),
    ...Object.keys(uniques).map((name) => `${name}!`),
  ].join(' ');

describe('the stored forms of the kinds', () => {
  it('are those on record: a change of one updates its line in testing/stored-forms.ts and, once released, is a migration', () => {
    const declared = Object.fromEntries(ALL_KINDS.map((kind) => [kind.name, formOf(kind)]));
    expect(declared).to.deep.equal(STORED_FORMS);
  });

  it('are reached by steps numbered without gaps', () => {
    expect(MIGRATIONS.map(({ number }) => number)).to.deep.equal(MIGRATIONS.map((_, i) => i + 1));
  });
});
