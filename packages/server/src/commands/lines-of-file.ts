import { createReadStream } from 'node:fs';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** Its text is a small value of the engine, which takes one of 128 KB for a large one: that costs pages of memory each time. */
const CHUNK = 64 * 1024;
/** Longer than any line we write; a file without line ends must not fill the memory. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** The non-empty lines of a file, in batches: one by one would take longer than verifying them. */
export async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK });
  let rest = '';
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE)
        throw new CommandFailure(`The file ${file} has a line that is too long for a record.`, EXIT.refused);
      yield lines.map(withoutReturn).filter((line) => line !== '');
    }
    if (rest !== '') yield [withoutReturn(rest)];
  } catch (fault) {
    if (fault instanceof CommandFailure) throw fault;
    throw new CommandFailure(`The file ${file} cannot be read.`, EXIT.refused);
  } finally {
    stream.destroy();
  }
}

/** The tenant named in the first line; undefined if none is. */
export const firstTenantOf = async (file: string): Promise<string | undefined> => {
  for await (const [first] of linesOf(file)) {
    if (first === undefined) continue;
    try {
      const value = JSON.parse(first) as { readonly tenant_id?: unknown } | null;
      return typeof value?.tenant_id === 'string' ? value.tenant_id : undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
};

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
