import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const DOCS = new URL('../../docs/', import.meta.url);
const ROW = /\| \[[^\]]+\]\(([^)]+)\): ([^|]+) \|/g;

describe('the faults that outsiders found', () => {
  it('each have a test with the title that is told', () => {
    const reported = [...readFileSync(new URL('faults-found.md', DOCS), 'utf8').matchAll(ROW)];
    const missing = reported.filter(
      ([, file = '', title = '']) => !readFileSync(new URL(file, DOCS), 'utf8').includes(title),
    );
    expect([reported.length > 30, missing.map(([row]) => row)]).to.deep.equal([true, []]);
  });
});
