import { optimizingLate } from './optimize-late.js';
import { runCommand } from './run-command.js';

/** A check besides the tests. One line here adds one to `npm test` and `npm run check`. */
interface Gate {
  readonly name: string;
  /** An npm script of the root package. */
  readonly script: string;
}

const GATES: readonly Gate[] = [
  { name: 'build and types', script: 'types' },
  { name: 'lint', script: 'lint' },
  { name: 'layers', script: 'layers' },
  { name: 'layers canary', script: 'layers:canary' },
  { name: 'dead exports', script: 'dead-exports' },
  { name: 'generated docs', script: 'docs:check' },
  { name: 'examples', script: 'examples' },
];

/** Runs gates one after the other, shows the output of those that fail, and gives their names. */
export const failedGates = async (): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const gate of GATES) {
    const outcome = await runCommand('npm', ['run', '--silent', gate.script], { env: optimizingLate() });
    const verdict = outcome.code === 0 ? 'ok' : 'FAILED';
    console.log(`  ${outcome.seconds.toFixed(1).padStart(6)} s  gate: ${gate.name} ${verdict}`);
    if (outcome.code === 0) continue;
    failed.push(gate.name);
    console.log(outcome.output.trimEnd());
  }
  return failed;
};
