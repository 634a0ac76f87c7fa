/** What of a call a gateway that asks for a check names in headers: who makes the call, and to which server. */
export const CHECKED_NAMES = ['user', 'agent', 'session', 'server'] as const;
export type CheckedName = (typeof CHECKED_NAMES)[number];
