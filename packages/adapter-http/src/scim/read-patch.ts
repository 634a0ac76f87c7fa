import type { MembersChange } from '@govgate/application';
import { type Json, ok, type Result, refuse } from '@govgate/domain';
import { attributeName } from './attribute-name.js';

/** An operation of a PATCH as it was sent. */
export interface SentOperation {
  readonly op: string;
  readonly path?: string | undefined;
  readonly value?: Json | undefined;
}

/** One attribute that an operation sets or takes away. */
interface AttributeChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** As `attributeName` gives it. */
  readonly name: string;
  /** The value in the brackets of `members[value eq "x"]`. */
  readonly only?: string;
  readonly value: Json | undefined;
}

const OPS: ReadonlySet<string> = new Set(['add', 'remove', 'replace']);
const PATH =
  /^([A-Za-z$][\w$:.-]*)(?:\[\s*[A-Za-z]+\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\](?:\.[A-Za-z$][\w$-]*)?)?$/i;

/**
 * What the operations of a PATCH come to (RFC 7644, 3.5.2), in the forms that Entra (capital letters, no path, booleans as text), Okta (one
 * object) and Keycloak send.
 */
const attributeChanges = (operations: readonly SentOperation[]): Result<readonly AttributeChange[]> => {
  const changes: AttributeChange[] = [];
  for (const { op: sentOp, path, value } of operations) {
    const op = sentOp.toLowerCase() as AttributeChange['op'];
    if (!OPS.has(op)) return refuse('invalid_request', 'Operations.op');
    const read = path === undefined || path === '' ? withoutPath(op, value) : withPath({ op, value }, path);
    if (read === undefined) return refuse('invalid_path', 'Operations.path');
    changes.push(...read);
  }
  return ok(changes);
};

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutPath = (
  op: AttributeChange['op'],
  value: Json | undefined,
): readonly AttributeChange[] | undefined => {
  if (op === 'remove' || !isObject(value)) return undefined;
  return Object.entries(value).map(([name, inner]) => ({ op, name: attributeName(name), value: inner }));
};

const withPath = (
  change: Pick<AttributeChange, 'op' | 'value'>,
  path: string,
): readonly AttributeChange[] | undefined => {
  const [whole, name = '', literal] = PATH.exec(path) ?? [];
  if (whole === undefined) return undefined;
  const named = { ...change, name: attributeName(name) };
  if (literal === undefined) return [named];
  try {
    return [{ ...named, only: String(JSON.parse(literal)) }];
  } catch {
    return undefined;
  }
};

/** What a PATCH says about a user, not yet validated. Attributes that this service does not keep are passed over. */
export const readUserPatch = (
  operations: readonly SentOperation[],
  userId: string,
): Result<Readonly<Record<string, Json>>> => {
  const changes = attributeChanges(operations);
  if (!changes.ok) return changes;
  const attributes: Record<string, Json> = {};
  for (const change of changes.value) {
    const read = userAttributes(change, userId);
    if (!read.ok) return read;
    Object.assign(attributes, read.value);
  }
  return ok(attributes);
};

const userAttributes = (
  { op, name, value = null }: AttributeChange,
  userId: string,
): Result<Readonly<Record<string, Json>>> => {
  const isGone = op === 'remove' || value === null;
  switch (name) {
    case 'username':
      return !isGone && value === userId ? ok({}) : refuse('immutable', 'userName');
    case 'active':
      return isGone ? refuse('invalid_request', 'active') : ok({ active: value });
    case 'displayname':
      return ok({ displayName: isGone ? userId : value });
    case 'externalid':
      return ok({ externalId: isGone ? null : value });
    default:
      return ok({});
  }
};

/** What a PATCH says about a group: attributes not yet validated, and members one change after the other. */
export interface GroupPatch {
  readonly attributes: Readonly<Record<string, Json>>;
  readonly members: readonly MembersChange[];
}

export const readGroupPatch = (operations: readonly SentOperation[]): Result<GroupPatch> => {
  const changes = attributeChanges(operations);
  if (!changes.ok) return changes;
  const attributes: Record<string, Json> = {};
  const members: MembersChange[] = [];
  for (const change of changes.value) {
    const read = groupChange(change);
    if (!read.ok) return read;
    Object.assign(attributes, read.value.attributes);
    members.push(...read.value.members);
  }
  return ok({ attributes, members });
};

const groupChange = (change: AttributeChange): Result<GroupPatch> => {
  const { op, name, value = null } = change;
  const isGone = op === 'remove' || value === null;
  if (name === 'members') {
    const read = membersChange(change);
    return read.ok ? ok({ attributes: {}, members: [read.value] }) : read;
  }
  if (name === 'displayname')
    return isGone
      ? refuse('invalid_request', 'displayName')
      : ok({ attributes: { displayName: value }, members: [] });
  const attributes: GroupPatch['attributes'] =
    name === 'externalid' ? { externalId: isGone ? null : value } : {};
  return ok({ attributes, members: [] });
};

const membersChange = ({ op, only, value }: AttributeChange): Result<MembersChange> => {
  if (only !== undefined)
    return op === 'remove' ? ok({ op, userIds: [only] }) : refuse('invalid_path', 'Operations.path');
  if (value === undefined || value === null)
    return op === 'add' ? refuse('invalid_request', 'Operations.value') : ok({ op: 'replace', userIds: [] });
  const userIds = [value].flat().map((member) => (isObject(member) ? member.value : member));
  return userIds.every((id) => typeof id === 'string')
    ? ok({ op, userIds: userIds as string[] })
    : refuse('invalid_request', 'Operations.value');
};
