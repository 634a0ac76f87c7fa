import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { bundledEntry } from '../build/bundled-entry.js';
import { runCommand } from '../build/run-command.js';
import { installBundled } from './bundled-packages.js';
import { pageFiles, ROOT } from './page-files.js';
import { type Block, readBlocks } from './read-blocks.js';
import { fileOf, type LeftOut, type PageOutcome, runPage } from './run-page.js';

const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
const CLI = join(ROOT, 'packages/server/src/cli.ts');
const MOST_LEFT_OUT = 12;
const LANES = 3;

describe('the blocks of the documentation', function () {
  this.timeout(300_000);

  let folder: string;
  const leftOut: (LeftOut & { readonly page: string })[] = [];
  const pages: readonly Page[] = pageFiles().map((page) => ({
    page,
    blocks: readBlocks(readFileSync(join(ROOT, page), 'utf8')),
  }));

  let compiled: ReturnType<typeof compile>;
  const ran = new Map<string, Promise<PageOutcome>>();

  before(() => {
    // Inside the checkout, where programs find the packages.
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.cache', 'snippets-'));
    const run = join(folder, 'run');
    const installed = installBundled(folder, run);
    // Most of a page's time is spent waiting for what it starts, so some run in parallel.
    const lanes = Array.from({ length: LANES }, () => Promise.resolve());
    pages.forEach(({ page, blocks }, at) => {
      const own = join(run, nameOf(page));
      mkdirSync(own, { recursive: true });
      const outcome = (lanes[at % LANES] ?? Promise.resolve())
        .then(() => installed)
        .then(() => bundledEntry(CLI))
        .then((command) => runPage(blocks, own, command));
      ran.set(page, outcome);
      lanes[at % LANES] = outcome.then(
        () => undefined,
        () => undefined,
      );
    });
    compiled = compile(join(folder, 'typed'), pages);
  });

  after(() => {
    for (const { page, line, because } of leftOut) console.log(`    not run: ${page}:${line}, ${because}`);
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { page } of pages)
    it(`do what ${page} says`, async () => {
      const outcome = await ran.get(page);
      leftOut.push(...(outcome?.leftOut ?? []).map((one) => ({ ...one, page })));
    });

  it('compile, each page as a program', async () => {
    const { code, output } = await compiled;
    expect(output).to.equal('');
    expect(code).to.equal(0);
  });

  it('are left out rarely, and with a reason', () => {
    expect(leftOut.length).to.be.at.most(MOST_LEFT_OUT);
  });
});

interface Page {
  readonly page: string;
  readonly blocks: readonly Block[];
}

const nameOf = (page: string): string => page.replaceAll(/[^\w]/g, '-');

const compile = (folder: string, pages: readonly Page[]) => {
  for (const { page, blocks } of pages) writePrograms(join(folder, nameOf(page)), blocks);
  writeFileSync(join(folder, 'tsconfig.json'), TSCONFIG);
  return runCommand(process.execPath, [
    TSC,
    '--noEmit',
    '--checkers',
    '1',
    '-p',
    join(folder, 'tsconfig.json'),
  ]);
};

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
