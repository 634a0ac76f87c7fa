import { readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { optimizingLate } from './optimize-late.js';
import { runCommand } from './run-command.js';

/** A check besides the tests. One line here adds one to `npm test` and `npm run check`. */
interface Gate {
  readonly name: string;
  /** An npm script of the root package. */
  readonly script: string;
  /** More arguments for its command. */
  readonly args?: string;
}

const GATES: readonly Gate[] = [
  // Beside lanes that take the other core, checkers in parallel only repeat each other's work.
  { name: 'build and types', script: 'types', args: '--checkers 1' },
  { name: 'lint', script: 'lint' },
  { name: 'layers', script: 'layers' },
  { name: 'layers canary', script: 'layers:canary' },
  { name: 'dead exports', script: 'dead-exports' },
  { name: 'generated docs', script: 'docs:check' },
  { name: 'examples', script: 'examples' },
];

/** Runs gates one after the other, shows the output of those that fail, and gives their names. */
export const failedGates = async (): Promise<readonly string[]> => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  // As npm runs them, without the start of npm.
  const env = { ...optimizingLate(), PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` };
  const failed: string[] = [];
  for (const { name, script, args = '' } of GATES) {
    const outcome = await runCommand('sh', ['-c', `${scripts[script]} ${args}`], { env });
    const verdict = outcome.code === 0 ? 'ok' : 'FAILED';
    console.log(`  ${outcome.seconds.toFixed(1).padStart(6)} s  gate: ${name} ${verdict}`);
    if (outcome.code === 0) continue;
    failed.push(name);
    console.log(outcome.output.trimEnd());
  }
  return failed;
};

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}
