/** A kind of token that scanners know by how it begins, and what follows: in an opaque name, and amid words. */
interface KnownToken {
  readonly begins: string;
  /** How little is enough where a text should be no more than a name somebody made up. */
  readonly inName: string;
  /** What it takes in free text: as much as the whole token has, so that words which begin alike pass. */
  readonly inText: string;
}

const KNOWN_TOKENS: readonly KnownToken[] = [
  { begins: 'ggw_', inName: '[0-9A-Za-z]{8}', inText: '[0-9A-Za-z]{12}_[0-9A-Za-z]{38}' },
  { begins: 'whsec_', inName: '[0-9A-Za-z]{8}', inText: '[A-Za-z0-9+/=]{20}' },
  { begins: 'gh[pousr]_', inName: '[0-9A-Za-z]{16}', inText: '[A-Za-z0-9]{36}' },
  { begins: 'github_pat_', inName: '[0-9A-Za-z]{8}', inText: '[A-Za-z0-9_]{22}' },
  { begins: 'glpat-', inName: '[0-9A-Za-z_-]{8}', inText: '[A-Za-z0-9_-]{20}' },
  { begins: '[spr]k_(?:live|test)_', inName: '[0-9A-Za-z]{8}', inText: '[0-9A-Za-z]{16}' },
  { begins: 'sk-', inName: '[0-9A-Za-z_-]{8}', inText: '(?:[a-z]+-)?[A-Za-z0-9]{20}' },
  { begins: 'xox[abeoprs]-', inName: '[0-9A-Za-z-]{8}', inText: '[A-Za-z0-9-]{15}' },
  { begins: 'xapp-', inName: '[0-9A-Za-z-]{8}', inText: '\\d-[A-Z0-9]{8,16}-\\d' },
  { begins: 'A(?:KIA|SIA)', inName: '[0-9A-Z]{12}', inText: '[0-9A-Z]{16}\\b' },
  { begins: 'AIza', inName: '[0-9A-Za-z_-]{30}', inText: '[0-9A-Za-z_-]{35}' },
  // A JSON Web Token: a base64url part that begins like `{"`, and another. Bounded, as all of these, so that no text is slow.
  { begins: 'eyJ', inName: '[0-9A-Za-z_-]{8}', inText: '[A-Za-z0-9_-]{8,512}\\.[A-Za-z0-9_-]{8}' },
  { begins: 'hvs', inName: '_[0-9A-Za-z]{20}', inText: '\\.[A-Za-z0-9_-]{20}' },
  { begins: '(?:npm|dop_v1|shpat)_', inName: '[0-9A-Za-z]{20}', inText: '[0-9A-Za-z]{32}' },
  { begins: 'pypi-', inName: '[0-9A-Za-z_-]{20}', inText: 'AgE[0-9A-Za-z_-]{20}' },
];

/**
 * Shapes that only credentials have. Each is narrow on purpose: an identifier or a sentence that merely speaks of tokens
 * must pass, as a false alarm cannot be argued away by the author.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/,
  ...KNOWN_TOKENS.map(({ begins, inText }) => new RegExp(`\\b${begins}${inText}`)),
  // A scheme and credentials that look it: words after "bearer" or "basic" alone are prose.
  /\bbearer\s+(?=[^\s\d]*\d)[A-Za-z0-9._~+/=-]{16}/i,
  /\b[Bb]asic\s+(?=\S*(?:\d|=|[a-z][A-Z]))[A-Za-z0-9+/]{16}/,
];

// The user `git` of an ssh address is no secret but how every repository is named.
const ADDRESS_WITH_USER = /\b(?!(?:git\+)?ssh:\/\/git@)[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#@]+@/i;

// One search instead of many, and none of texts that are too short for any shape: validation looks at every text.
const ANY_SHAPE = new RegExp(SECRET_SHAPES.map((shape) => `(?:${shape.source})`).join('|'), 'i');
const SHORTEST = 20;

/**
 * Whether a text holds something that looks like a credential, or an address with user information: the one recogniser that
 * every free text passes (decisions, section 1, `forbidden_material`).
 *
 * @example holdsSecretMaterial('see https://ada:example@wiki.example') // true
 */
export const holdsSecretMaterial = (text: string): boolean =>
  (text.length >= SHORTEST && ANY_SHAPE.test(text) && SECRET_SHAPES.some((shape) => shape.test(text))) ||
  (text.includes('@') && ADDRESS_WITH_USER.test(text));

const TOKEN_BEGINS = new RegExp(
  `^(?:${KNOWN_TOKENS.map(({ begins, inName }) => `${begins}${inName}`).join('|')})`,
);

/** Whether a text begins as a known kind of token does; stricter than free text needs it, for names that mean nothing. */
export const beginsLikeToken = (text: string): boolean => TOKEN_BEGINS.test(text);

const CREDENTIAL_PARAMETER = /[?&][^=&]*(token|secret|password|passwd|api_?key|signature|sig)[^=&]*=/i;

/** Whether an address carries a credential: in itself, or in a parameter that is named like one. */
export const addressHoldsSecret = (address: string): boolean =>
  CREDENTIAL_PARAMETER.test(address) || holdsSecretMaterial(address);

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
