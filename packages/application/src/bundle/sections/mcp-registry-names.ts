import type { McpServer } from '@govgate/domain';
import type { RecordStore } from '@govgate/ports';
import { serverNamed } from '../../mcp-servers/server-json/registry-name.js';
import type { Written } from '../section.js';

/** A name in the registry is unique in an environment, in the bundle and in the store. */
export const checkRegistryNames = async (
  written: readonly Written<McpServer>[],
  records: RecordStore,
): Promise<void> => {
  const replaced = new Set(written.map(({ record }) => keyOf(record, record.serverId)));
  const taken = new Set<string>();
  for (const { record, note } of written) {
    const name = record.liveSnapshot?.registryName;
    if (name === undefined) continue;
    const { tenantId, environmentId } = record;
    const holder = (await serverNamed(records, { tenantId, environmentId }, name))?.record;
    // What the bundle replaces gives its name away.
    const isHeld = holder !== undefined && !replaced.has(keyOf(holder, holder.serverId));
    if (isHeld || taken.has(keyOf(record, name)))
      note('duplicate_id', 'submissions', 0, 'manifest', 'serverJson', 'name');
    taken.add(keyOf(record, name));
  }
};

const keyOf = ({ tenantId, environmentId }: McpServer, id: string): string =>
  JSON.stringify([tenantId, environmentId, id]);
