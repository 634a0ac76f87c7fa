import { type AnyKind, partitionOf, type Where } from '@govgate/ports';
import { membershipField } from '../kinds/record-fields.js';
import { ONE_READ } from './reader.js';
import { ReadsTogether } from './reads-together.js';
import { type AnyQuery, type FoundPage, firstOf, type Look } from './record-pages.js';

/** Reads several documents without a transaction, all as of one moment. */
const AT_ONE_MOMENT = { ...ONE_READ, readConcern: { level: 'snapshot' } } as const;

/** The first page for one of the members that were asked for together. */
interface PageOfMember extends FoundPage {
  readonly _id: string;
}

/**
 * First pages of lists. Those asked for at nearly the same time that are the same, but for the one member that the records must have, share a
 * command, as reads by key do. Where they do not fit a page together, each is read alone.
 */
export class FirstPages {
  readonly #reads = new Map<string, ReadsTogether<PageOfMember>>();

  async get(look: Look, query: AnyQuery): Promise<FoundPage> {
    const part = memberPartOf(query);
    const key = keyOf(look, query, part);
    const reads = this.#reads.get(key) ?? new ReadsTogether((members) => pagesOf(look, query, members));
    this.#reads.set(key, reads);
    try {
      return (await reads.get(part?.member ?? '')) ?? (await firstOf(look, query, AT_ONE_MOMENT));
    } finally {
      if (reads.isIdle) this.#reads.delete(key);
    }
  }
}

/** The one membership that a list asks for, and the one member. */
interface MemberPart {
  readonly membership: string;
  readonly member: string;
}

const memberPartOf = ({ where }: AnyQuery): MemberPart | undefined => {
  const given = Object.entries((where?.has ?? {}) as Record<string, string | readonly string[] | undefined>);
  const [[membership, wanted] = [], ...others] = given.filter(([, members]) => members !== undefined);
  const [member, ...more] = [wanted ?? []].flat();
  const isOne = membership !== undefined && member !== undefined && more.length + others.length === 0;
  return isOne ? { membership, member } : undefined;
};

/** What all who share a command have in common. */
const keyOf = ({ kind, scope }: Look, query: AnyQuery, part: MemberPart | undefined): string => {
  const has = part === undefined ? query.where?.has : part.membership;
  return JSON.stringify([kind.name, partitionOf(kind, scope), { ...query, where: { ...query.where, has } }]);
};

const pagesOf = async (
  look: Look,
  query: AnyQuery,
  members: readonly string[],
): Promise<readonly PageOfMember[]> => {
  const part = memberPartOf(query);
  const [member = ''] = members;
  if (part === undefined || members.length === 1)
    return [{ _id: member, ...(await firstOf(look, query, AT_ONE_MOMENT)) }];
  const { found, more } = await firstOf(look, withMembers(query, part, members), {
    ...AT_ONE_MOMENT,
    // Only those of them that were asked for: a record may have thousands of members.
    projection: {
      held: { $setIntersection: [`$${membershipField(part.membership)}`, { $literal: members }] },
    },
  });
  if (more) return [];
  return members.map((_id) => ({ _id, more, found: found.filter(({ held }) => held?.includes(_id)) }));
};

const withMembers = (
  { where, ...query }: AnyQuery,
  { membership }: MemberPart,
  members: readonly string[],
): AnyQuery => ({ ...query, where: { ...where, has: { [membership]: members } } as Where<AnyKind> });
