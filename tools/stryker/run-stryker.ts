import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { figureLines, figureOf } from './figure.js';

const CONFIG = 'tools/stryker/stryker.config.mjs';
const FIGURE = 'docs/proof/mutation.json';

// Stryker reads its plugin in helper processes too, which take their flags from here only.
process.env.NODE_OPTIONS = '--import=tsx --conditions=@govgate/source --no-experimental-require-module';

const paths = process.argv.slice(2);
const narrowed = paths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
const NEVER = ['!packages/**/*.test.ts', '!packages/**/testing/**', '!packages/**/index.ts'];

const mutants = await new Stryker({
  configFile: CONFIG,
  ...(narrowed.length > 0 && { mutate: [...narrowed, ...NEVER] }),
}).runMutationTest();
const figure = figureOf(
  mutants.map(({ fileName, status }) => ({ fileName: relative(process.cwd(), fileName), status })),
);
console.log(figureLines(figure));

// Only the whole is worth a figure; a folder is looked at while one works on it.
if (narrowed.length === 0) {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const about = { date: new Date().toISOString(), commit: git('rev-parse', '--short=12', 'HEAD') };
  mkdirSync('docs/proof', { recursive: true });
  writeFileSync(FIGURE, `${JSON.stringify({ ...about, ...figure }, null, 2)}\n`);
}
