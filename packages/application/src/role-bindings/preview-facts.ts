import {
  effectiveGroups,
  type Instant,
  type Principal,
  type RoleBindingDraft,
  type RoleBindingPreviewFacts,
  type RoleBindingSubject,
} from '@govgate/domain';
import {
  groupKind,
  type RecordStore,
  roleBindingKind,
  serviceAccountKind,
  subjectKey,
  type Tenant,
  userKind,
} from '@govgate/ports';

/** More groups of one user, or bindings of one subject, than there are. */
const MANY = 100_000;

type SubjectFacts = Pick<RoleBindingPreviewFacts, 'subjectExists' | 'subjectGroups' | 'affectedUserIds'>;

/** Reads what a preview must know. A resource is not looked up, so that a role may be granted before the resource is registered. */
export const readPreviewFacts = async (
  records: RecordStore,
  draft: RoleBindingDraft,
  known: { readonly grantor: Principal; readonly tenant: Tenant; readonly now: Instant },
): Promise<RoleBindingPreviewFacts> => {
  const subject = await subjectFacts(records, draft.tenantId, draft.subject);
  const subjects = [
    subjectKey(draft.subject.subjectType, draft.subject.subjectId),
    ...subject.subjectGroups.map((groupId) => subjectKey('group', groupId)),
  ];
  const where = { is: { subject: subjects } };
  const page = await records.page(roleBindingKind, draft, { where, limit: MANY });
  return {
    ...subject,
    grantor: known.grantor,
    now: known.now,
    missingScopeField: missingScopeField(draft, known.tenant),
    bindings: page.items.map(({ record }) => record),
  };
};

const missingScopeField = ({ scope }: RoleBindingDraft, tenant: Tenant): string | null => {
  const environmentId = scope.scopeType === 'tenant' ? null : scope.environmentId;
  const exists = environmentId === null || tenant.environments.includes(environmentId);
  return exists ? null : 'scope.environment_id';
};

const NOBODY: SubjectFacts = { subjectExists: false, subjectGroups: [], affectedUserIds: [] };

const subjectFacts = async (
  records: RecordStore,
  tenantId: string,
  { subjectType, subjectId }: RoleBindingSubject,
): Promise<SubjectFacts> => {
  switch (subjectType) {
    case 'user':
      return userFacts(records, tenantId, subjectId);
    case 'group': {
      const group = await records.get(groupKind, { tenantId }, subjectId);
      return group === undefined
        ? NOBODY
        : { subjectExists: true, subjectGroups: [], affectedUserIds: group.record.members };
    }
    case 'service_account': {
      const account = await records.get(serviceAccountKind, { tenantId }, subjectId);
      return { ...NOBODY, subjectExists: account !== undefined };
    }
  }
};

const userFacts = async (records: RecordStore, tenantId: string, userId: string): Promise<SubjectFacts> => {
  const user = await records.get(userKind, { tenantId }, userId);
  if (user === undefined) return NOBODY;
  const page = await records.page(
    groupKind,
    { tenantId },
    { where: { has: { member: userId } }, limit: MANY },
  );
  const groups = effectiveGroups(
    page.items.map(({ record }) => record),
    userId,
    [],
  );
  return { subjectExists: true, subjectGroups: groups, affectedUserIds: [userId] };
};
