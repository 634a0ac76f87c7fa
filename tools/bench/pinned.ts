import { availableParallelism } from 'node:os';
import { findProgram } from '../test-services/find-program.js';

const taskset = availableParallelism() < 2 ? undefined : findProgram('taskset');

/** Server and load on a core each, so that they do not take time from one another. */
export const CORES = { server: 0, load: 1 } as const;

/** A command held to one core, where that is possible. */
export const pinned = (core: number, command: string, args: readonly string[]): [string, string[]] =>
  taskset === undefined ? [command, [...args]] : [taskset, ['-c', String(core), command, ...args]];
