import { expect } from 'chai';
import { readBlocks } from './read-blocks.js';

const page = (...lines: readonly string[]): string => lines.join('\n');

describe('readBlocks', () => {
  it('reads the blocks of a page in their order, within comments and lists too', () => {
    const blocks = readBlocks(
      page(
        '<!--',
        '```sh',
        'one',
        '```',
        '-->',
        'text',
        '   ```yaml',
        '   # a.yaml',
        '     b: 1',
        '   ```',
        '',
        '```text',
        'x',
        '```',
      ),
    );
    expect(blocks).to.deep.equal([
      { line: 2, language: 'sh', text: 'one\n', file: undefined, notRun: undefined, follows: false },
      {
        line: 7,
        language: 'yaml',
        text: '# a.yaml\n  b: 1\n',
        file: 'a.yaml',
        notRun: undefined,
        follows: false,
      },
      { line: 12, language: 'text', text: 'x\n', file: undefined, notRun: undefined, follows: true },
    ]);
  });

  it('accepts the reason for a block that is not run, and no other mark', () => {
    const [block] = readBlocks(page('```sh not run: needs Docker', 'docker ps', '```'));
    expect(block?.notRun).to.equal('needs Docker');
    expect(() => readBlocks(page('```sh norun', '```'))).to.throw('line 1: nobody knows the mark "norun"');
    expect(() => readBlocks(page('```sh', 'x'))).to.throw('line 1');
  });
});
