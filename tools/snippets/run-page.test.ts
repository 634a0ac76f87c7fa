import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from './page-files.js';
import { readBlocks } from './read-blocks.js';
import { runPage } from './run-page.js';

describe('runPage', function () {
  this.timeout(90_000);
  let folder: string;

  beforeEach(() => {
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.cache', 'page-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...blocks: readonly string[]): Promise<unknown> =>
    runPage(readBlocks(blocks.join('\n')), folder, 'none').catch((fault: Error) => fault.message);

  const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

  it('keeps a shell across the blocks of a page, with files, programs and what they print', async () => {
    const outcome = await run(
      block('yaml', '# a.yaml\nb: 1'),
      block('sh', 'export C=$(cat a.yaml | tail -n 1)'),
      block('sh', 'echo "$C"'),
      block('text', 'b: 1'),
      block('ts', 'const word: string = process.env.C ?? "";'),
      block('ts', 'console.log(word);'),
      block('text', 'b: 1'),
      block('sh not run: it never ends', 'sleep 1000'),
    );
    expect(outcome).to.deep.equal({ ran: 7, leftOut: [{ line: 23, because: 'it never ends' }] });
  });

  it('fails at the block that does not do what the page says', async () => {
    expect(await run(block('sh', 'true'), block('sh', 'false'))).to.match(/^line 4: it failed/);
    expect(await run(block('sh', 'echo a'), block('text', 'b'))).to.equal('line 4: it printed\na');
    expect(await run(block('python', 'print(1)'))).to.equal(
      'line 1: a block of "python" is neither run nor a file',
    );
  });

  it('fails for a policy that the product would not accept, and for one whose tests fail', async () => {
    const policy = 'manifest_version: "1.0"\ndefault_effect: deny\nrules: [{ rule_id: r }]';
    expect(await run(block('yaml', policy))).to.match(/^line 1: policy-manifest.schema.json refuses it/);
    const draft = [
      'body: { manifest_version: "1.0", default_effect: allow, rules: [] }',
      'tests: { tests_version: "1.0", subjects: { a: {} }, targets: { t: { kind: mcp_server, server_id: s } },',
      '  cases: { c: { subjects: [a], targets: [t], actions: [tool.list], expected: [] } } }',
    ];
    expect(await run(block('yaml', draft.join('\n')))).to.match(/^line 1: its tests fail/);
  });
});
