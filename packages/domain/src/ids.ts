/** Identifiers are opaque; this is what is accepted as one (contract docs/spec/conventions.md). */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * What is accepted as the id of a user or a service account, which identity providers choose: printable, without spaces (see
 * docs/spec/identity.md). ASCII, as the subjects of OpenID Connect are, so that no two that differ look alike; not beginning with `.`, as
 * `.` and `..` are path segments with a meaning of their own in an address, where the id is percent-encoded.
 *
 * @example 'auth0|1234', 'spiffe://acme.example/ns/ci/sa/deploy'
 */
export const PRINCIPAL_ID_PATTERN = /^[/-~!-,-][!-~]{0,127}$/;

/**
 * What is accepted as the name of an MCP tool, which its server chooses: 1 to 256 characters without control characters and halves of surrogate
 * pairs (docs/spec/conventions.md).
 *
 * @example 'files/read'
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not contain them
export const TOOL_NAME_PATTERN = /^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]{1,256}$/u;

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
  group: 'grp',
  accessReview: 'arv',
  reviewItem: 'ari',
} as const;

export type MintedKind = keyof typeof ID_PREFIXES;

/** Whether a text can be an identifier at all. */
export const isId = (text: string): boolean => ID_PATTERN.test(text);

/** Whether a text can be the name of an MCP tool, and so its id after NFC. */
export const isToolName = (text: string): boolean => TOOL_NAME_PATTERN.test(text);

/** Whether a text can be the id of a user or a service account. */
export const isPrincipalId = (text: string): boolean => PRINCIPAL_ID_PATTERN.test(text);
