import { expect } from 'chai';
import { figureLines, figureOf } from './figure.js';

const judged = (fileName: string, ...statuses: string[]) => statuses.map((status) => ({ fileName, status }));

describe('the figure of a mutation run', () => {
  const figure = figureOf([
    ...judged('src/b/two.ts', 'Killed', 'Survived', 'NoCoverage'),
    ...judged('src/a/one.ts', 'Killed', 'Timeout', 'Ignored', 'RuntimeError'),
  ]);

  it('counts mutants that no test reaches as survived, and leaves out those that cannot be judged', () => {
    const a = { score: 100, killed: 1, timeout: 1, survived: 0, noCoverage: 0 };
    const b = { score: 33.33, killed: 1, timeout: 0, survived: 1, noCoverage: 1 };
    expect(figure).to.deep.equal({
      score: 60,
      killed: 2,
      timeout: 1,
      survived: 1,
      noCoverage: 1,
      ignored: 1,
      files: 2,
      folders: { 'src/a': a, 'src/b': b },
    });
  });

  it('is shown folder by folder, with the total last', () => {
    expect(figureLines(figure).split('\n')).to.deep.equal([
      ' 100.0 %  2 of 2  src/a',
      '  33.3 %  1 of 3  src/b',
      '  60.0 %  3 of 5  all',
    ]);
  });
});
