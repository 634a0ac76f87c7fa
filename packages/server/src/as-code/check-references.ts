import { type GovgateClient, GovgateError } from '@govgate/client';
import { nearestName } from '@govgate/domain/internal';
import { filesAreWrong } from './files-are-wrong.js';
import type { DesiredResource, Reference } from './resource.js';
import { RESOURCE_KINDS } from './resource-kinds.js';

/**
 * What files refer to must be in them or in the service: an apply would be refused half-way.
 * @throws CommandFailure that names every unknown one by file and line
 */
export const checkReferences = async (
  client: GovgateClient,
  wanted: readonly DesiredResource[],
): Promise<void> => {
  const inFiles = new Map<string, Set<string>>();
  for (const { kind, id } of wanted) inFiles.set(kind, (inFiles.get(kind) ?? new Set()).add(id));
  const missing = wanted.flatMap((one) =>
    referencesOf(one)
      .filter(({ kind, id }) => inFiles.get(kind)?.has(id) !== true)
      .map((reference) => ({ one, reference })),
  );
  const kinds = [...new Set(missing.map(({ reference }) => reference.kind))];
  const inService = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await existing(client, kind)] as const)),
  );
  const problems = missing.flatMap(({ one, reference: { kind, id, path } }) => {
    const there = inService.get(kind);
    // Who may not list them learns from the service.
    if (there === undefined || there.has(id)) return [];
    const near = nearestName(id, [...(inFiles.get(kind) ?? []), ...there]);
    const advice = near === undefined ? '' : ` Did you mean ${near}?`;
    return [`${one.placeOf(path)}: there is no ${kind.replace('_', ' ')} ${id}.${advice}`];
  });
  if (problems.length > 0) throw filesAreWrong(problems);
};

const referencesOf = ({ kind, record }: DesiredResource): readonly Reference[] =>
  RESOURCE_KINDS.find((one) => one.kind === kind)?.references?.(record) ?? [];

const existing = async (
  client: GovgateClient,
  kind: Reference['kind'],
): Promise<ReadonlySet<string> | undefined> => {
  const ids = new Set<string>();
  try {
    for await (const id of LISTS[kind](client)) ids.add(id);
    return ids;
  } catch (fault) {
    if (fault instanceof GovgateError && fault.status === 403) return undefined;
    throw fault;
  }
};

const PAGE = { limit: 200 };

const LISTS: Readonly<Record<Reference['kind'], (client: GovgateClient) => AsyncIterable<string>>> = {
  async *environment(client) {
    // Those within the caller's reach: others are refused.
    yield* (await client.readIdentity()).environment_ids;
  },
  async *user(client) {
    for await (const { user_id } of client.listUsers.items(PAGE)) yield user_id;
  },
  async *service_account(client) {
    for await (const { service_account_id } of client.listServiceAccounts.items(PAGE))
      yield service_account_id;
  },
  async *group(client) {
    for await (const { group_id } of client.listGroups.items(PAGE)) yield group_id;
  },
};
