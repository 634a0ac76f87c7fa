import type { Group, User } from '@govgate/domain';
import { ok, type Result, refuse, searchText } from '@govgate/domain';
import { groupKind, type RecordStore, type Stored, userKind, type Where } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { nameContains, PAGE_BYTES } from '../paging/page-of-records.js';
import { equalTo, meets, type ProvisionedCondition } from './provisioned-filter.js';
import {
  isKnownGroup,
  isKnownUser,
  type ProvisionedGroupView,
  type ProvisionedUserView,
  provisionedGroupView,
  provisionedUserView,
} from './provisioned-records.js';

export interface ListProvisionedInput {
  readonly conditions: readonly ProvisionedCondition[];
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

/** One page of what matches. */
export interface ProvisionedPage<View> {
  readonly items: readonly View[];
  readonly totalCount: number;
  readonly startIndex: number;
}

type Deps = Pick<Ports, 'records'>;
type ProvisionedKind = typeof userKind | typeof groupKind;

/** Records read at a time. */
const MOST_READ = 1_000;
/** Records read to find part of a text: where more have it, the caller is to ask for a longer part (`tooMany` of RFC 7644, 3.12). */
const MOST_SEARCHED = 5_000;
const TOO_MANY = { detail: `More than ${MOST_SEARCHED} records would have to be read.` };
/** Members on a page of groups, so that no answer is longer than 4 MB; the rest is asked for by the next page. */
const MEMBERS_ON_A_PAGE = 10_000;

/** Lists the users whom an identity provider knows, by id. */
export const makeListProvisionedUsers =
  ({ records }: Deps): UseCase<ListProvisionedInput, ProvisionedPage<ProvisionedUserView>> =>
  async (context, input) => {
    const { tenantId } = context.principal;
    const allowed = mayInTenant(context, 'local_identity.manage', tenantId);
    if (!allowed.ok) return allowed;
    const externalId = equalTo(input.conditions, 'externalId');
    const where = {
      is: { removed: 0, ...(externalId === undefined ? {} : { externalId }) },
      ...partOfName(input.conditions),
    };
    const found = readAll<User>(records, { kind: userKind, tenantId, where }, input);
    return pageOf(found, input, { isKnown: isKnownUser, view: provisionedUserView });
  };

/** Lists the groups of an identity provider, by id. */
export const makeListProvisionedGroups =
  ({ records }: Deps): UseCase<ListProvisionedInput, ProvisionedPage<ProvisionedGroupView>> =>
  async (context, input) => {
    const { tenantId } = context.principal;
    const allowed = mayInTenant(context, 'local_identity.manage', tenantId);
    if (!allowed.ok) return allowed;
    const member = equalTo(input.conditions, 'member');
    const displayName = equalTo(input.conditions, 'displayName');
    const where = {
      is: { managed: 'active', ...(displayName === undefined ? {} : { displayName }) },
      ...(member === undefined ? {} : { has: { member } }),
      ...partOfName(input.conditions),
    };
    const found = readAll<Group>(records, { kind: groupKind, tenantId, where }, input);
    return pageOf(found, input, { isKnown: isKnownGroup, view: provisionedGroupView });
  };

// The search of other lists finds whatever has the part, whatever its case and accents; `meets` compares exactly.
const partOfName = (conditions: readonly ProvisionedCondition[]): ReturnType<typeof nameContains> => {
  const [longest] = conditions
    .filter(({ field, is }) => is !== 'equal' && (field === 'displayName' || field === 'id'))
    .map(({ value }) => value)
    .filter((value) => searchText(value) !== '')
    .sort((a, b) => b.length - a.length);
  return nameContains(longest);
};

interface Reading<K extends ProvisionedKind> {
  readonly kind: K;
  readonly tenantId: string;
  readonly where: Where<K>;
}

// The store finds what it has an index for; the rest is left to `meets`.
async function* readAll<T extends User | Group>(
  records: RecordStore,
  { kind, tenantId, where }: Reading<ProvisionedKind>,
  { conditions }: ListProvisionedInput,
): AsyncIterable<Stored<T>> {
  const id = equalTo(conditions, 'id');
  if (id !== undefined) {
    yield* (await records.getMany(kind, { tenantId }, [id])) as readonly Stored<T>[];
    return;
  }
  let after: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const rest = after === undefined ? {} : { after };
    const request = { where: where as never, limit: MOST_READ, mostBytes: PAGE_BYTES, ...rest };
    const page = await records.page(kind, { tenantId }, request);
    yield* page.items as readonly Stored<T>[];
    const last = page.items.at(-1);
    if (!page.more || last === undefined) return;
    const lastId = kind.idOf(last.record as never);
    after = { value: lastId, id: lastId };
  }
}

interface Shown<T, View> {
  readonly isKnown: (record: T) => boolean;
  readonly view: (stored: Stored<T>) => View;
}

const pageOf = async <T extends User | Group, View>(
  found: AsyncIterable<Stored<T>>,
  { conditions, startIndex, count }: ListProvisionedInput,
  { isKnown, view }: Shown<T, View>,
): Promise<Result<ProvisionedPage<View>>> => {
  const matches = meets(conditions);
  const isSearch = conditions.some(({ is }) => is !== 'equal');
  const items: View[] = [];
  let totalCount = 0;
  let members = 0;
  let read = 0;
  for await (const stored of found) {
    read += 1;
    if (isSearch && read > MOST_SEARCHED) return refuse('limit_exceeded', 'filter', TOO_MANY);
    if (!isKnown(stored.record) || !matches(stored.record)) continue;
    totalCount += 1;
    if (totalCount < startIndex || items.length >= count || members > MEMBERS_ON_A_PAGE) continue;
    items.push(view(stored));
    members += 'members' in stored.record ? stored.record.members.length : 0;
  }
  return ok({ items, totalCount, startIndex });
};
