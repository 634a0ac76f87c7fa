/**
 * Shapes that only credentials have. Each is narrow on purpose: an identifier or a sentence that merely speaks of tokens
 * must pass, as a false alarm cannot be argued away by the author.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/,
  // A JSON Web Token: a base64url part that begins like `{"`, and another. Bounded, as all of these, so that no text is slow.
  /\beyJ[A-Za-z0-9_-]{8,512}\.[A-Za-z0-9_-]{8}/,
  /\bggw_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_[A-Za-z0-9_]{22}/,
  /\bglpat-[A-Za-z0-9_-]{20}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{15}/,
  /\bsk-(?:[a-z]+-)?[A-Za-z0-9]{20}/,
  /\b[sr]k_(?:live|test)_[0-9A-Za-z]{16}/,
  /\bAIza[0-9A-Za-z_-]{35}/,
  /\bhvs\.[A-Za-z0-9_-]{20}/,
  /\bwhsec_[A-Za-z0-9+/=]{20}/,
  // A scheme and credentials that look it: words after "bearer" or "basic" alone are prose.
  /\bbearer\s+(?=[^\s\d]*\d)[A-Za-z0-9._~+/=-]{16}/i,
  /\b[Bb]asic\s+(?=\S*(?:\d|=|[a-z][A-Z]))[A-Za-z0-9+/]{16}/,
];

const ADDRESS_WITH_USER = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#@]{1,256}@/i;

// One search instead of fourteen, and none of texts that are too short for any shape: validation looks at every text.
const ANY_SHAPE = new RegExp(SECRET_SHAPES.map((shape) => `(?:${shape.source})`).join('|'), 'i');
const SHORTEST = 20;

/** Whether a text holds something that looks like a credential, or an address with user information. */
export const holdsSecretMaterial = (text: string): boolean =>
  (text.length >= SHORTEST && ANY_SHAPE.test(text) && SECRET_SHAPES.some((shape) => shape.test(text))) ||
  (text.includes('@') && ADDRESS_WITH_USER.test(text));

const FORBIDDEN_NAMES = new Set([
  ...['password', 'passwd', 'pwd', 'passphrase', 'secret', 'secrets', 'clientsecret', 'secretkey'],
  ...['apikey', 'accesskey', 'privatekey', 'signingkey', 'token', 'tokens', 'accesstoken', 'refreshtoken'],
  ...['idtoken', 'bearertoken', 'authorization', 'cookie', 'setcookie', 'credential', 'credentials'],
  ...['prompt', 'prompts', 'completion', 'completions', 'payload', 'payloads', 'requestbody', 'responsebody'],
  ...['toolarguments', 'toolresult', 'toolresults', 'messages'],
]);

/** Whether a key or an attribute is named like a secret or a payload, in whatever casing: `api_key`, `apiKey`, `Api-Key`. */
export const namesForbiddenMaterial = (name: string): boolean =>
  name.length <= 32 && FORBIDDEN_NAMES.has(name.toLowerCase().replace(/[_\-. ]/g, ''));
