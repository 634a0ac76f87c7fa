import { canonicalJson, type Json } from '@govgate/domain';
import { type DefinitionReview, type Manifest, shownPlainly } from '@govgate/domain/internal';

const MEMBERS = ['name', 'title', 'description', 'websiteUrl', 'repository', 'packages', 'remotes'] as const;

/** What a submission changes in the `server.json`, member by member: how a server is installed is approved with its tools. */
export const serverJsonChanges = (
  approved: Manifest | undefined,
  { serverJson }: Manifest,
): DefinitionReview['server'] =>
  MEMBERS.flatMap((member) => {
    const [old, now] = [approved?.serverJson?.[member], serverJson?.[member]].map(shown);
    return old === now ? [] : [{ field: `server_json.${member}`, old: old ?? null, new: now ?? null }];
  });

const shown = (part: unknown): string | undefined =>
  part === undefined
    ? undefined
    : shownPlainly(typeof part === 'string' ? part : canonicalJson(part as Json));
