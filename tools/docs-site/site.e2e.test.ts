import { expect } from 'chai';
import { runCommand } from '../build/run-command.js';

describe('npm run docs:site', () => {
  it('builds every page without a dead link, and nothing that is loaded from elsewhere', async () => {
    const { code, output } = await runCommand('npm', ['run', '--silent', 'docs:site']);
    expect(output).to.match(/^docs\/\.vitepress\/dist: \d{3,} pages, 0 dead links$/m);
    expect(code).to.equal(0);
  }).timeout(300_000);
});
