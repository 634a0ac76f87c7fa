import { holdsAddressWithUser } from '../redaction/address-with-user.js';
import { assignsSecret, mayJoin } from '../redaction/assigned-secret.js';
import { beginsToken, holdsToken } from '../redaction/find-token.js';

const FIRST_LINE = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/;
const PUTTY_LINE = /PuTTY-User-Key-File-\d/;
const SHORTEST_LINE = 21;
/** The private members of a JSON Web Key (RFC 7518). */
const PRIVATE_MEMBER = /"d"\s{0,4}:\s{0,4}"[\w-]{32}/;
// A signed URL grants access to anybody who has it.
const SIGNED_ADDRESS = /[?&](?:X-Amz-Signature|X-Goog-Signature|Signature|sig)=[\w%+/=-]{32}/i;

/** No shorter text holds both a name and a secret. */
const SHORTEST = 10;

/**
 * Whether a text contains something that looks like a credential, or a URL with user information: the one recogniser that every free text
 * passes (docs/spec/credential-bindings.md#secret-references). It relies on published token formats and on names of secrets; identifiers, and sentences that merely
 * mention tokens, must pass, as the author cannot argue with a false alarm.
 * @example holdsSecretMaterial('see https://ada:example@wiki.example') // true
 */
export const holdsSecretMaterial = (text: string): boolean =>
  text.length >= SHORTEST &&
  (holdsToken(text) ||
    (text.length >= SHORTEST_LINE && PUTTY_LINE.test(text)) ||
    (mayJoin(text) && holdsJoined(text)));

/** Whether a text begins like a known kind of token; stricter than free text needs, for meaningless names. */
export const beginsLikeToken = (text: string): boolean =>
  beginsToken(text, 0, 'inName') || JSON_WEB_TOKEN.test(text);

const JSON_WEB_TOKEN = /^eyJ[\w-]{8}/;

/** Whether a URL carries a credential: in itself, or in a parameter named like one. */
export const addressHoldsSecret = (address: string): boolean =>
  parameterNames(address).some((name) => SECRET_PARAMETER.test(name)) || holdsSecretMaterial(address);

const SECRET_PARAMETER = /token|secret|password|passwd|api_?key|signature|^sig$|[_-]sig$/i;

const FORBIDDEN_NAMES = new Set([
  ...['password', 'passwd', 'pwd', 'passphrase', 'secret', 'secrets', 'clientsecret', 'secretkey'],
  ...['apikey', 'accesskey', 'privatekey', 'signingkey', 'token', 'tokens', 'accesstoken', 'refreshtoken'],
  ...['idtoken', 'bearertoken', 'authorization', 'cookie', 'setcookie', 'credential', 'credentials'],
  ...['prompt', 'prompts', 'completion', 'completions', 'payload', 'payloads', 'requestbody', 'responsebody'],
  ...['toolarguments', 'toolresult', 'toolresults', 'messages'],
]);

/** Whether a key or attribute is named like a secret or a payload, in any casing: `api_key`, `apiKey`, `Api-Key`. */
export const namesForbiddenMaterial = (name: string): boolean =>
  name.length <= 32 && FORBIDDEN_NAMES.has(name.toLowerCase().replace(/[_\-. ]/g, ''));

// Each contains a blank, colon, quote or equals sign, which ids and names do not.
const holdsJoined = (text: string): boolean =>
  assignsSecret(text) ||
  FIRST_LINE.test(text) ||
  (text.includes('=') && SIGNED_ADDRESS.test(text)) ||
  (text.includes('"') && PRIVATE_MEMBER.test(text)) ||
  (text.includes('@') && holdsAddressWithUser(text));

// Some are passed in the fragment.
const parameterNames = (address: string): string[] =>
  address
    .split(/[?#&;]/)
    .slice(1)
    .filter((pair) => pair.includes('='))
    .map((pair) => pair.slice(0, pair.indexOf('=')));
