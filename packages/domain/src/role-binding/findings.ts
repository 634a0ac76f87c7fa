import { REASONS } from '../reason-codes.js';
import { type Refused, refuse } from '../result.js';

/** The findings of a preview, in the order in which blocking ones are answered (docs/spec/authorization.md#role-bindings). */
export const ROLE_BINDING_FINDINGS = [
  'subject_not_found',
  'scope_not_found',
  'break_glass_expiry_required',
  'self_grant',
  'exceeds_grantor',
  'duplicate_binding',
  'separation_of_duties',
  'broad_scope',
  'members_by_token',
] as const;
export type RoleBindingFindingCode = (typeof ROLE_BINDING_FINDINGS)[number];

export const FINDING_SEVERITIES = ['info', 'warning', 'blocking'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** A preview's finding about a role binding. `field`: the body field concerned; not part of the answer. */
export interface RoleBindingFinding {
  readonly severity: FindingSeverity;
  readonly reasonCode: RoleBindingFindingCode;
  readonly field?: string;
}

/** A finding that refuses the create. */
export const blockingFinding = (reasonCode: RoleBindingFindingCode, field?: string): RoleBindingFinding =>
  field === undefined ? { severity: 'blocking', reasonCode } : { severity: 'blocking', reasonCode, field };

/** A finding for the caller to consider. */
export const warningFinding = (reasonCode: RoleBindingFindingCode): RoleBindingFinding => ({
  severity: 'warning',
  reasonCode,
});

/** A finding that only informs. */
export const infoFinding = (reasonCode: RoleBindingFindingCode): RoleBindingFinding => ({
  severity: 'info',
  reasonCode,
});

/** The refusal of a create: from the first blocking finding, or undefined if none blocks. */
export const refusalOfFindings = (findings: readonly RoleBindingFinding[]): Refused | undefined => {
  const first = ROLE_BINDING_FINDINGS.map((code) =>
    findings.find((finding) => finding.reasonCode === code && finding.severity === 'blocking'),
  ).find((finding) => finding !== undefined);
  return first === undefined ? undefined : refusalOf(first);
};

/** Whether any finding is a lack of permission, whatever precedes it in the order of answers. */
export const isForbidden = (findings: readonly RoleBindingFinding[]): boolean =>
  findings.some(
    (finding) =>
      finding.severity === 'blocking' && REASONS[refusalOf(finding).refusal.reasonCode].kind === 'forbidden',
  );

const refusalOf = ({ reasonCode, field }: RoleBindingFinding): Refused => {
  switch (reasonCode) {
    case 'subject_not_found':
    case 'scope_not_found':
      return refuse('unknown_reference', field);
    case 'break_glass_expiry_required':
      return refuse('invalid_request', 'expires_at');
    case 'self_grant':
      return refuse('self_grant_forbidden');
    case 'exceeds_grantor':
      return refuse('exceeds_grantor');
    case 'duplicate_binding':
      return refuse('duplicate_binding');
    default:
      // Warnings do not block; one marked blocking is still a refusal rather than a loophole.
      return refuse('permission_denied');
  }
};
