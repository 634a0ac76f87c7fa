import { NODE_OPTIONS } from './mocha-command.js';
import { runTold } from './run-told.js';
import type { MochaResult } from './totals.js';

/** Test files that several lanes take from, each file once. */
export interface Queue {
  /** In the order that this lane takes them in. */
  readonly files: readonly string[];
  /** An empty folder, where lanes mark what they have taken. */
  readonly taken: string;
  /** Whether a test that pushes itself forward (`.only`) is a failure. */
  readonly forbidOnly?: boolean;
}

/** Runs a lane in a process of its own until no file is left. */
export const runLane = (
  { files, taken, forbidOnly = false }: Queue,
  env: Readonly<Record<string, string>>,
  options: { readonly show?: boolean } = {},
): Promise<MochaResult> =>
  runTold(
    [
      ...NODE_OPTIONS,
      'tools/test-run/lane-process.ts',
      taken,
      ...(forbidOnly ? ['--forbid-only'] : []),
      ...files,
    ],
    env,
    options,
  );
