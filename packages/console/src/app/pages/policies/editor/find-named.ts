import { type Pick, pickableFor } from '../../../parts/picks.js';
import type { Api } from '../../../state/api.js';
import { untilQuiet } from '../../../state/until-quiet.js';
import type { FindNamed } from './completion.js';

/** The records that lists of a manifest name. */
const RECORDS: Readonly<Record<string, Pick>> = {
  agents: 'agent',
  client_surfaces: 'client_surface',
  groups: 'group',
  users: 'user',
  server_ids: 'mcp_server',
  tool_ids: 'tool',
};

/** Finds what a manifest may name, of what the caller may list. */
export const findNamed =
  (api: Api): FindNamed =>
  async (list, { q, server }, signal) => {
    const pick = RECORDS[list];
    const pickable = pick && pickableFor(pick, {}, api);
    if (pickable === undefined) return [];
    await untilQuiet(signal);
    return pickable.find(api.client, { q: q === '' ? undefined : q, server }, { signal });
  };
