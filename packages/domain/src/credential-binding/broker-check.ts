import type { BrokerCheck } from './credential-binding.js';

/** The answer for a binding that was never checked. */
export const NEVER_CHECKED: BrokerCheck = { status: 'unknown', reasonCode: 'never_checked', checkedAt: '' };
