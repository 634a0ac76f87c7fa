import type { Scope } from '@govgate/domain';
import { type AnyKind, defineKind, integer, text } from '@govgate/ports';

/** A record of an environment with everything that a kind can declare. */
export interface Item extends Scope {
  readonly itemId: string;
  readonly name: string;
  readonly status: string;
  readonly ownerTeam: string;
  readonly rank: number;
  readonly tags: readonly string[];
  readonly code: string | null;
  readonly detail: { readonly notes: readonly string[] };
  /** Long, where it is given. */
  readonly longer?: string;
}

/** Governed, in an environment. At most one is active in a scope; codes are unique where there is one. */
export const itemKind = defineKind<Item>()({
  name: 'suite_item',
  scoping: 'environment',
  governed: true,
  idOf: (item) => item.itemId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    name: text((item: Item) => item.name),
    status: text((item: Item) => item.status),
    ownerTeam: text((item: Item) => item.ownerTeam),
    rank: integer((item: Item) => item.rank),
  },
  memberships: { tag: (item: Item) => item.tags },
  uniques: {
    oneActive: (item) => (item.status === 'active' ? 'active' : null),
    code: (item) => item.code,
  },
  indexes: [['status', 'name'], ['rank'], ['name']],
});

/** A record of a tenant that decides who may do what. */
export interface Team {
  readonly teamId: string;
  readonly tenantId: string;
  readonly members: readonly string[];
}

export const teamKind = defineKind<Team>()({
  name: 'suite_team',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (team) => team.teamId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
  memberships: { member: (team: Team) => team.members },
});

/** A record of the installation that names its tenant. */
export interface Credential {
  readonly credentialId: string;
  readonly tenantId: string;
  readonly digest: string;
}

export const credentialKind = defineKind<Credential>()({
  name: 'suite_credential',
  scoping: 'installation',
  governed: true,
  authorization: true,
  idOf: (credential) => credential.credentialId,
  scopeOf: () => ({ installation: true as const }),
  attributes: { tenantId: text((credential: Credential) => credential.tenantId) },
  uniques: { digest: (credential) => credential.digest },
  indexes: [['tenantId']],
});

/** An observed record of an environment. */
export interface Beat extends Scope {
  readonly beatId: string;
  readonly seenAt: string;
}

export const beatKind = defineKind<Beat>()({
  name: 'suite_beat',
  scoping: 'environment',
  governed: false,
  idOf: (beat) => beat.beatId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: { seenAt: text((beat: Beat) => beat.seenAt) },
  indexes: [['seenAt']],
});

/** A record whose kind is declared differently in later versions. */
export interface Note extends Scope {
  readonly noteId: string;
  readonly title: string;
}

const ofNote = <T extends Scope & { readonly noteId: string }>() => ({
  name: 'suite_note',
  scoping: 'environment' as const,
  governed: true as const,
  idOf: ({ noteId }: T) => noteId,
  scopeOf: ({ tenantId, environmentId }: T) => ({ tenantId, environmentId }),
});

export const noteKind = defineKind<Note>()({
  ...ofNote<Note>(),
  attributes: { title: text((note: Note) => note.title) },
  indexes: [['title']],
});

/** The second form: more attributes to find notes by, and a new rule. */
export const richerNoteKind = defineKind<Note>()({
  ...ofNote<Note>(),
  attributes: {
    title: text((note: Note) => note.title),
    length: integer((note: Note) => note.title.length),
  },
  memberships: { word: (note: Note) => note.title.split(' ') },
  uniques: { title: (note) => note.title },
  indexes: [['title'], ['length']],
});

/** The record in its second shape. */
export interface RecastNote extends Scope {
  readonly noteId: string;
  readonly heading: string;
}

/** The third form: the record itself has changed. */
export const recastNoteKind = defineKind<RecastNote>()({
  ...ofNote<RecastNote>(),
  attributes: {
    title: text((note: RecastNote) => note.heading),
    initial: text((note: RecastNote) => note.heading.slice(0, 1)),
  },
  uniques: { title: (note) => note.heading },
  indexes: [['title'], ['initial']],
});

/** What a store must know of to run the suite. */
export const suiteKinds: readonly AnyKind[] = [itemKind, teamKind, credentialKind, beatKind, noteKind];

/** What a later version knows of. */
export const laterKinds = (later: AnyKind): readonly AnyKind[] =>
  suiteKinds.map((kind) => (kind.name === later.name ? later : kind));

export const HOME: Scope = { tenantId: 'tenant_a', environmentId: 'production' };
/** The same tenant, another environment. */
export const ELSEWHERE: Scope = { tenantId: 'tenant_a', environmentId: 'staging' };
/** Another tenant with an environment of the same name. */
export const FOREIGN: Scope = { tenantId: 'tenant_b', environmentId: 'production' };

/** An item; omitted fields get the simplest values. */
export const item = (itemId: string, given: Partial<Item> = {}): Item => ({
  ...HOME,
  itemId,
  name: itemId,
  status: 'draft',
  ownerTeam: 'payments',
  rank: 0,
  tags: [],
  code: null,
  detail: { notes: [] },
  ...given,
});
