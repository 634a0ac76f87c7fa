import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { bundledEntry } from '../build/bundled-entry.js';
import { runCommand } from '../test-run/run-command.js';
import { pageFiles, ROOT } from './page-files.js';
import { type Block, readBlocks } from './read-blocks.js';
import { fileOf, type LeftOut, runPage } from './run-page.js';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const CLI = join(ROOT, 'packages/server/src/cli.ts');
const MOST_LEFT_OUT = 20;

describe('the blocks of the documentation', function () {
  this.timeout(120_000);

  let folder: string;
  const leftOut: (LeftOut & { readonly page: string })[] = [];
  const pages = pageFiles().map((page) => ({
    page,
    blocks: readBlocks(readFileSync(join(ROOT, page), 'utf8')),
  }));

  before(() => {
    // Within the checkout, where programs find the packages.
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.cache', 'snippets-'));
  });

  after(() => {
    for (const { page, line, because } of leftOut) console.log(`    not run: ${page}:${line}, ${because}`);
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { page, blocks } of pages)
    it(`do what ${page} says`, async () => {
      const own = join(folder, page.replaceAll(/[^\w]/g, '-'));
      mkdirSync(own);
      const outcome = await runPage(blocks, own, await bundledEntry(CLI));
      leftOut.push(...outcome.leftOut.map((one) => ({ ...one, page })));
    });

  it('compile, each page as a program', async () => {
    const typed = join(folder, 'typed');
    for (const { page, blocks } of pages) writePrograms(join(typed, page.replaceAll(/[^\w]/g, '-')), blocks);
    writeFileSync(join(typed, 'tsconfig.json'), TSCONFIG);
    const { code, output } = await runCommand(process.execPath, [
      TSC,
      '--noEmit',
      '-p',
      join(typed, 'tsconfig.json'),
    ]);
    expect(output).to.equal('');
    expect(code).to.equal(0);
  });

  it('are left out rarely, and with a reason', () => {
    expect(leftOut.length).to.be.at.most(MOST_LEFT_OUT);
  });
});

const writePrograms = (folder: string, blocks: readonly Block[]): void => {
  const programs = blocks.filter(({ language, notRun }) => language === 'ts' && notRun === undefined);
  const texts = new Map<string, string>();
  for (const block of programs) {
    const file = fileOf(block) ?? '';
    texts.set(file, (texts.get(file) ?? '') + block.text);
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\nexport {};\n`);
  }
};

const TSCONFIG = JSON.stringify({
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    composite: false,
    noUnusedLocals: false,
    types: ['node'],
    typeRoots: ['../../../node_modules/@types'],
  },
  include: ['./**/*.ts'],
});
