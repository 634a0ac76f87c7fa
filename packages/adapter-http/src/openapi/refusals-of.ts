import type { ReasonCode } from '@govgate/domain';
import type { Operation, Refuses } from '../operation/define-operation.js';
import { jsonSchemaOf } from '../operation/json-schema.js';
import { isScopeField, parameterReason } from '../operation/validate.js';

/** A refusal as the document describes it. */
export interface DocumentedRefusal {
  readonly reasonCode: ReasonCode;
  readonly field?: string;
  readonly when?: string;
}

const FOR_ALL: readonly ReasonCode[] = [
  'invalid_request',
  'unknown_field',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'store_unavailable',
  'dependency_unavailable',
];
const FOR_CALLERS: readonly ReasonCode[] = [
  'unauthenticated',
  'token_invalid',
  'token_expired',
  'rate_limited',
];
const FOR_BODIES: readonly ReasonCode[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'forbidden_material',
];
const FOR_KEYS: readonly ReasonCode[] = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'idempotency_answer_not_kept',
];

/** Every refusal an operation can give: those implied by its kind, and those it declares. */
export const refusalsOf = (operation: Operation): readonly DocumentedRefusal[] => {
  const { permission, body } = operation;
  const codes: readonly ReasonCode[] = [
    ...FOR_ALL,
    ...(permission === 'public' ? [] : FOR_CALLERS),
    ...reachRefusals(operation),
    ...queryRefusals(operation),
    ...scopeRefusals(operation),
    ...(body === undefined ? [] : FOR_BODIES),
    ...changeRefusals(operation),
  ];
  const refusals = [
    ...codes.map((reasonCode) => ({ reasonCode })),
    ...operation.refuses.map(documentedRefusal),
  ];
  return refusals.filter((one, at) => at === refusals.findIndex((other) => sameRefusal(one, other)));
};

const documentedRefusal = (refuses: Refuses): DocumentedRefusal =>
  typeof refuses === 'string' ? { reasonCode: refuses } : refuses;

const sameRefusal = (a: DocumentedRefusal, b: DocumentedRefusal): boolean =>
  a.reasonCode === b.reasonCode && a.field === b.field && a.when === b.when;

const hasId = ({ path }: Operation): boolean => path.includes(':');

const reachRefusals = (operation: Operation): readonly ReasonCode[] => {
  const { permission, scope } = operation;
  if (permission === 'public' || permission === 'authenticated') return [];
  const missing: readonly ReasonCode[] = scope === 'tenant' || scope === 'bootstrap' ? [] : ['missing_scope'];
  return ['permission_denied', hasId(operation) ? 'not_found' : 'scope_forbidden', ...missing];
};

const queryRefusals = ({ query }: Operation): readonly ReasonCode[] => {
  const names = Object.keys((jsonSchemaOf(query).properties ?? {}) as object);
  return names.length === 0 ? [] : ['forbidden_material', ...names.map(parameterReason)];
};

// Whatever its kind of scope, an operation refuses a missing scope field that its query or body requires.
const scopeRefusals = ({ query, body }: Operation): readonly ReasonCode[] =>
  [query, ...(body === undefined ? [] : [body])].some((schema) =>
    ((jsonSchemaOf(schema).required ?? []) as readonly string[]).some(isScopeField),
  )
    ? ['missing_scope']
    : [];

const changeRefusals = (operation: Operation): readonly ReasonCode[] => {
  if (operation.audited === undefined) return [];
  return [
    'conflict',
    'audit_unavailable',
    ...FOR_KEYS,
    ...(hasId(operation) ? (['etag_mismatch'] as const) : []),
    ...(operation.ifMatch === 'required' ? (['precondition_required'] as const) : []),
    ...actorRefusals(operation),
  ];
};

const actorRefusals = ({ actorField }: Operation): readonly ReasonCode[] => {
  if (actorField === undefined) return [];
  return [actorField.rule === 'forbidden' ? 'actor_id_not_allowed' : 'actor_mismatch'];
};
