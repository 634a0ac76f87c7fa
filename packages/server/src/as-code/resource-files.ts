import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GovgateClient } from '@govgate/client';
import { dump } from 'js-yaml';
import { IN_USE } from './kinds/in-use.js';
import type { Live, Plain } from './resource.js';
import { RESOURCE_KINDS } from './resource-kinds.js';

/** The line that points editors to a file's schema. */
const SCHEMA_LINE = '# yaml-language-server: $schema=./govgate-resources.schema.json\n';

/** Everything: what each kind's `live` is asked for when there are no files yet. */
const EVERY_ID = { has: () => true, size: Number.POSITIVE_INFINITY };

/** Writes the existing resources as initial files, one per kind: planning them finds nothing to do. Returns the records by key. */
export const writeResourceFiles = async (
  client: GovgateClient,
  folder: string,
): Promise<ReadonlyMap<string, Plain>> => {
  await mkdir(folder, { recursive: true });
  const { environment_ids: environments } = await client.readIdentity();
  const written = new Map<string, Plain>();
  for (const kind of RESOURCE_KINDS) {
    const found: Live[] = [];
    for await (const live of kind.live(client, { ids: EVERY_ID, environments })) found.push(live);
    const kept = found.filter(({ record }) => record.status !== 'archived');
    if (kept.length === 0) continue;
    const documents = kept.map(({ record }) => `---\n${dump({ kind: kind.kind, ...withoutNull(record) })}`);
    await writeFile(join(folder, `${namesOf(kind.kind)}.yaml`), SCHEMA_LINE + documents.join(''));
    for (const { id, record } of kept) written.set(`${kind.kind} ${id}`, record);
  }
  return written;
};

const namesOf = (kind: string): string => (kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`);

const withoutNull = (record: Plain): Plain =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      // The text says the same, with its comments.
      if (name === 'body' && typeof record.text === 'string') return [];
      if (value === null || (name === 'disabled' && value === false) || value === IN_USE) return [];
      return [[name, name === 'scope' ? withoutNull(value as Plain) : value]];
    }),
  );
