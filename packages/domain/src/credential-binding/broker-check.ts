import type { Instant } from '../instant.js';
import type { BrokerCheck, BrokerCheckStatus, CredentialBinding, SafeState } from './credential-binding.js';

interface BrokerCheckRow {
  readonly status: BrokerCheckStatus;
  /** What the check says about the credential. */
  readonly state: SafeState;
}

/** Every code that a broker check can end with, and what it means (decisions, section 4). */
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
export type BrokerCheckCode = keyof typeof BROKER_CHECK_CODES;

/** What is told of a binding that was never checked. */
export const NEVER_CHECKED: BrokerCheck = { status: 'unknown', reasonCode: 'never_checked', checkedAt: '' };

/** The binding with the outcome of a check on it. */
export const withBrokerCheck = (
  binding: CredentialBinding,
  code: BrokerCheckCode,
  checkedAt: Instant,
): CredentialBinding => {
  const { status, state } = BROKER_CHECK_CODES[code];
  return {
    ...binding,
    recentBrokerCheck: { status, reasonCode: code, checkedAt },
    safeStatus: { state, reasonCode: code, checkedAt },
  };
};

/** Why a binding is not worth asking the broker about, or undefined when it is. */
export const brokerCheckSkippedFor = (
  binding: Pick<CredentialBinding, 'approvalStatus' | 'lifecycleState'>,
): BrokerCheckCode | undefined => {
  if (binding.approvalStatus === 'revoked' || binding.lifecycleState === 'revoked') return 'binding_revoked';
  if (binding.lifecycleState === 'disabled') return 'binding_disabled';
  return binding.approvalStatus === 'approved' ? undefined : 'binding_not_approved';
};
