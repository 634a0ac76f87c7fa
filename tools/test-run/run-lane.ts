import { bundledFile } from '../build/bundled-file.js';
import { LANE } from '../build/bundled-tests.js';
import { COMPILED_OPTIONS } from './mocha-command.js';
import { runTold } from './run-told.js';
import type { MochaResult } from './totals.js';

/** Test files that several lanes take from, each file once. */
export interface Queue {
  /** In the order that this lane takes them in. */
  readonly files: readonly string[];
  /** An empty folder, where lanes mark what they have taken. */
  readonly taken: string;
  /** The folder that these files are bundled in. */
  readonly bundle: string;
  /** Whether a test that pushes itself forward (`.only`) is a failure. */
  readonly forbidOnly?: boolean;
}

/** Runs a lane in a process of its own until no file is left. */
export const runLane = (
  { files, taken, bundle, forbidOnly = false }: Queue,
  env: Readonly<Record<string, string>>,
  options: { readonly show?: boolean } = {},
): Promise<MochaResult> =>
  runTold(
    [
      ...COMPILED_OPTIONS,
      bundledFile(bundle, LANE),
      taken,
      bundle,
      ...(forbidOnly ? ['--forbid-only'] : []),
      ...files,
    ],
    env,
    options,
  );
