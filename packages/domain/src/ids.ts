/** Identifiers are opaque; this is what is accepted as one (contract decisions, section 1). */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** Prefixes of identifiers that the service mints itself. */
export const ID_PREFIXES = {
  auditEvent: 'evt',
  revocation: 'rev',
  submission: 'sub',
  snapshot: 'snap',
  roleBinding: 'rb',
  request: 'req',
  outbox: 'job',
  serverChange: 'chg',
  replay: 'rpl',
  approval: 'apr',
} as const;

export type MintedKind = keyof typeof ID_PREFIXES;

/** Whether a text can be an identifier at all. */
export const isId = (text: string): boolean => ID_PATTERN.test(text);
