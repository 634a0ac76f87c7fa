import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Unsteady } from './repeat-failed.js';
import type { Totals } from './totals.js';

const FILE = fileURLToPath(new URL('../../reports/test-run.json', import.meta.url));

/** What a run came to, for programs. */
export interface RunReport extends Totals {
  readonly unsteady: readonly Unsteady[];
  readonly failedGates: readonly string[];
}

/** Writes what a run came to into reports/test-run.json. */
export const writeRunReport = ({ passed, failed, skipped, unsteady, failedGates }: RunReport): void => {
  mkdirSync(dirname(FILE), { recursive: true });
  const report = { passed, failed, skipped, unsteady, failedGates };
  writeFileSync(FILE, `${JSON.stringify(report, null, 2)}\n`);
};
