import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { patchedFiles } from './patch.js';
import { PROMISE_SEEDS } from './promise-seeds.js';
import { SEEDS } from './seeds.js';

describe('the seeded bugs', () => {
  for (const { id, bug, patches, specs } of [...SEEDS, ...PROMISE_SEEDS]) {
    it(`${id} fits the code as it stands, and names tests that are there: ${bug}`, () => {
      const changed = patchedFiles(patches, (file) => readFileSync(file, 'utf8'));
      expect(changed.size).to.be.greaterThan(0);
      expect(specs.filter((spec) => !existsSync(spec))).to.deep.equal([]);
    });
  }
});
