import type { BrokerCheck, BrokerCheckStatus, SafeState } from './credential-binding.js';

interface BrokerCheckRow {
  readonly status: BrokerCheckStatus;
  /** The check's statement about the credential. */
  readonly state: SafeState;
}

/** Every outcome code of a broker check, and its meaning (docs/spec/credential-bindings.md). Checks come with an import: the service makes none. */
export const BROKER_CHECK_CODES = {
  broker_ok: { status: 'passed', state: 'healthy' },
  rotation_due: { status: 'passed', state: 'degraded' },
  rotation_overdue: { status: 'failed', state: 'expired' },
  secret_ref_unresolved: { status: 'failed', state: 'unavailable' },
  store_unreachable: { status: 'failed', state: 'unavailable' },
  store_access_denied: { status: 'failed', state: 'unavailable' },
  binding_not_approved: { status: 'skipped', state: 'unknown' },
  binding_disabled: { status: 'skipped', state: 'unavailable' },
  binding_revoked: { status: 'skipped', state: 'revoked' },
  never_checked: { status: 'unknown', state: 'unknown' },
} as const satisfies Record<string, BrokerCheckRow>;

/** The answer for a binding that was never checked. */
export const NEVER_CHECKED: BrokerCheck = { status: 'unknown', reasonCode: 'never_checked', checkedAt: '' };
