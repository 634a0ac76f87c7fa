import type { AnyKind } from '../record-kind.js';
import { idempotencyKind } from './idempotency-entry.js';
import {
  apiTokenKind,
  groupKind,
  roleBindingKind,
  serviceAccountKind,
  tenantKind,
  userKind,
} from './identity.js';
import { policyVersionKind } from './policy-version.js';

/** Every kind of record: the list that stores build their tables and collections from. */
export const ALL_KINDS: readonly AnyKind[] = [
  tenantKind,
  userKind,
  serviceAccountKind,
  groupKind,
  roleBindingKind,
  apiTokenKind,
  policyVersionKind,
  idempotencyKind,
];
