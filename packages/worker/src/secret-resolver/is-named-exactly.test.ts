import { basename, dirname } from 'node:path';
import { expect } from 'chai';
import { type Files, isNamedExactly } from './is-named-exactly.js';

/** A file system with some names in it, which folds letter cases or does not. */
const filesWith = (names: readonly string[], folds: boolean) => {
  let reads = 0;
  const files: Files = {
    identity: async (path) => {
      const asked = basename(path);
      const found = names.find((name) =>
        folds ? name.toLowerCase() === asked.toLowerCase() : name === asked,
      );
      if (found === undefined) throw new Error(`nothing in ${dirname(path)}`);
      return `${names.indexOf(found)}`;
    },
    names: async () => {
      reads += 1;
      return names;
    },
  };
  return { files, reads: () => reads };
};

describe('isNamedExactly', () => {
  it('matches a name only exactly where the file system folds letter cases', async () => {
    const { files } = filesWith(['Acme', 'umbra', '2026'], true);
    const requests = ['Acme', 'acme', 'ACME', 'umbra', 'Umbra', '2026'];
    const exact = await Promise.all(requests.map((name) => isNamedExactly('/secrets', name, files)));
    expect(exact).to.deep.equal([true, false, false, true, false, true]);
  });

  it('reads no folder where the file system is case-sensitive', async () => {
    const { files, reads } = filesWith(['Acme', 'acme'], false);
    const exact = await Promise.all(['Acme', 'acme'].map((name) => isNamedExactly('/secrets', name, files)));
    expect([exact, reads()]).to.deep.equal([[true, true], 0]);
  });
});
