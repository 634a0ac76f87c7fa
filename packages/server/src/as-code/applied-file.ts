import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import type { Applied } from './difference.js';
import type { Plain } from './resource.js';

/** Default location of the record of what was applied: beside the files. */
export const APPLIED_FILE = '.govgate-applied.ndjson';

/** What was last applied, and where. */
export interface AppliedState {
  readonly tenant: string;
  /** By `<kind> <id>`. */
  readonly resources: ReadonlyMap<string, Applied>;
}

/** A line: whose state it is, or the outcome for a resource. The last line about a resource counts. */
type Line =
  | { readonly tenant: string }
  | { readonly key: string; readonly pending: Plain | null }
  | { readonly key: string; readonly applied: Plain | null };

/** Reads what was last applied; without a file, nothing. A torn last line was never finished and is ignored. */
export const readApplied = async (file: string, tenant: string): Promise<AppliedState> => {
  const said = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return '';
    throw new CommandFailure(`The file ${file} cannot be read.`, EXIT.refused);
  });
  const resources = new Map<string, Applied>();
  for (const line of linesIn(said, file)) {
    if ('tenant' in line) {
      if (line.tenant === tenant) continue;
      throw new CommandFailure(
        `${file} tells what was applied to another tenant; name a file of this one's with --state.`,
        EXIT.refused,
      );
    }
    take(resources, line);
  }
  return { tenant, resources };
};

/** Records what is about to be done, and what was done: an apply killed in between is continued by the next. */
export interface AppliedNotes {
  readonly pending: (key: string, record: Plain | null) => Promise<void>;
  readonly applied: (key: string, record: Plain | null) => Promise<void>;
}

/** Replaces the state atomically, and allows entries to be appended. */
export const openApplied = async (
  file: string,
  { tenant, resources }: AppliedState,
): Promise<AppliedNotes> => {
  const lines: Line[] = [
    { tenant },
    ...[...resources].flatMap(([key, { record, pending }]): Line[] => [
      ...(record === null ? [] : [{ key, applied: record }]),
      ...(pending === undefined ? [] : [{ key, pending }]),
    ]),
  ];
  await writeFile(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  await rename(`${file}.new`, file);
  const note = (line: Line): Promise<void> => appendFile(file, `${JSON.stringify(line)}\n`);
  return {
    pending: (key, record) => note({ key, pending: record }),
    applied: (key, record) => note({ key, applied: record }),
  };
};

const take = (resources: Map<string, Applied>, line: Exclude<Line, { readonly tenant: string }>): void => {
  const { key } = line;
  if ('applied' in line) {
    if (line.applied === null) resources.delete(key);
    else resources.set(key, { record: line.applied });
    return;
  }
  resources.set(key, { record: resources.get(key)?.record ?? null, pending: line.pending });
};

const linesIn = (said: string, file: string): Line[] => {
  const lines = said.split('\n');
  const torn = lines.pop();
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      try {
        return JSON.parse(line) as Line;
      } catch {
        throw new CommandFailure(`The file ${file} is not a record of what was applied.`, EXIT.refused);
      }
    })
    .concat(torn === undefined || torn === '' ? [] : tornLine(torn));
};

const tornLine = (text: string): Line[] => {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return [];
  }
};
