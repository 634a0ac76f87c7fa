import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { BUGS } from './bugs.js';
import { patchedFiles } from './patch.js';
import { PROMISE_FAULTS } from './promise-faults.js';

describe('the planted bugs', () => {
  for (const { id, bug, patches, specs } of [...BUGS, ...PROMISE_FAULTS]) {
    it(`${id} fits the current code, and names existing tests: ${bug}`, () => {
      const changed = patchedFiles(patches, (file) => readFileSync(file, 'utf8'));
      expect(changed.size).to.be.greaterThan(0);
      expect(specs.filter((spec) => !existsSync(spec))).to.deep.equal([]);
    });
  }
});
