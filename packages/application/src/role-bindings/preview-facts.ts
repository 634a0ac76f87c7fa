import type { Instant, Principal } from '@govgate/domain';
import {
  type RoleBindingDraft,
  type RoleBindingPreviewFacts,
  type RoleBindingSubject,
  subjectKeys,
} from '@govgate/domain/internal';
import {
  groupKind,
  inForceFrom,
  type Precondition,
  type RecordStore,
  roleBindingKind,
  serviceAccountKind,
  type Tenant,
  userKind,
} from '@govgate/ports';
import { preconditionOf } from '../call/precondition-of.js';
import { groupsOfUser } from '../identity/groups-of-users.js';
import { missingScopeField } from './scope-exists.js';

/** More bindings of a subject than anybody has. */
const MANY = 100_000;

type SubjectFacts = Pick<
  RoleBindingPreviewFacts,
  'subjectExists' | 'subjectGroups' | 'affectedUserIds' | 'membersByToken'
>;

/** The facts for a preview, and the records besides the tenant's own that a create depends on. */
export interface SeenFacts {
  readonly facts: RoleBindingPreviewFacts;
  readonly seen: readonly Precondition[];
}

/** Reads the facts for a preview. */
export const readPreviewFacts = async (
  records: RecordStore,
  draft: RoleBindingDraft,
  known: { readonly grantor: Principal; readonly tenant: Tenant; readonly now: Instant },
): Promise<SeenFacts> => {
  const { subject, seen } = await subjectFacts(records, draft.tenantId, draft.subject);
  const subjects = subjectKeys(draft.subject.subjectType, draft.subject.subjectId, subject.subjectGroups);
  const where = { is: { subject: subjects }, range: inForceFrom(known.now) };
  const page = await records.page(roleBindingKind, draft, { where, limit: MANY });
  const facts: RoleBindingPreviewFacts = {
    ...subject,
    grantor: known.grantor,
    now: known.now,
    missingScopeField: await missingScopeField(records, draft.scope, known.tenant),
    bindings: page.items.map(({ record }) => record),
  };
  return { facts, seen };
};

interface SeenSubject {
  readonly subject: SubjectFacts;
  readonly seen: readonly Precondition[];
}

const NOBODY: SubjectFacts = {
  subjectExists: false,
  subjectGroups: [],
  affectedUserIds: [],
  membersByToken: false,
};

const subjectFacts = async (
  records: RecordStore,
  tenantId: string,
  { subjectType, subjectId }: RoleBindingSubject,
): Promise<SeenSubject> => {
  switch (subjectType) {
    case 'user':
      return { subject: await userFacts(records, tenantId, subjectId), seen: [] };
    case 'group':
      return groupFacts(records, tenantId, subjectId);
    case 'service_account': {
      const account = await records.get(serviceAccountKind, { tenantId }, subjectId);
      return { subject: { ...NOBODY, subjectExists: account !== undefined }, seen: [] };
    }
  }
};

// If anybody joins the group between this read and the commit, the grant is judged again: it may be the grantor.
const groupFacts = async (records: RecordStore, tenantId: string, groupId: string): Promise<SeenSubject> => {
  const group = await records.get(groupKind, { tenantId }, groupId);
  if (group === undefined) return { subject: NOBODY, seen: [] };
  const { members, externalIds } = group.record;
  const subject = {
    subjectExists: true,
    subjectGroups: [],
    affectedUserIds: members,
    membersByToken: externalIds.length > 0,
  };
  return { subject, seen: [preconditionOf(groupKind, group)] };
};

const userFacts = async (records: RecordStore, tenantId: string, userId: string): Promise<SubjectFacts> => {
  const user = await records.get(userKind, { tenantId }, userId);
  if (user === undefined) return NOBODY;
  const subjectGroups = await groupsOfUser(records, { tenantId, userId });
  return { subjectExists: true, subjectGroups, affectedUserIds: [userId], membersByToken: false };
};
