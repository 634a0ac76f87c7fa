import { ok, type Result, refuse } from '../result.js';

export const HANDLE_KINDS = ['dst', 'ep'] as const;
export type HandleKind = (typeof HANDLE_KINDS)[number];

/** An opaque name that stands for an endpoint or a token kept elsewhere. */
export interface Handle {
  readonly kind: HandleKind;
  readonly name: string;
}

const HANDLE = /^(dst|ep)ref_([A-Za-z0-9_-]{8,64})$/;

// Beginnings that well-known tokens carry for scanners. They fit the grammar of a handle, so they must be named.
const TOKEN_BEGINNINGS = [
  'whsec_',
  'ggw_',
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'sk-',
  'sk_live_',
  'sk_test_',
  'rk_live_',
  'pk_live_',
  'xoxb-',
  'xoxp-',
  'xoxa-',
  'xoxs-',
  'xapp-',
  'akia',
  'asia',
  'aiza',
  'eyj',
  'ya29',
  'npm_',
  'pypi-',
  'hvs_',
  'dop_v1_',
  'shpat_',
  'bearer',
  'basic_',
  'splunk_',
] as const;

/**
 * The handle that a text is, or undefined (decisions, section 9).
 *
 * @example parseHandle('dstref_security-lake-01') // { kind: 'dst', name: 'security-lake-01' }
 */
export const parseHandle = (text: string): Handle | undefined => {
  const [, kind, name] = HANDLE.exec(text) ?? [];
  if (name === undefined || looksLikeToken(name)) return undefined;
  return { kind: kind as HandleKind, name };
};

/**
 * Takes a handle of a kind. What has the shape of a URL, an address or a token is `raw_endpoint_material_rejected`, so
 * that a caller learns of the leak; anything else that is no handle is `invalid_request`. Neither repeats the text.
 */
export const checkHandle = (text: string, kind: HandleKind, field: string): Result<string> => {
  if (parseHandle(text)?.kind === kind) return ok(text);
  const raw = isEndpointMaterial(text);
  return refuse(raw ? 'raw_endpoint_material_rejected' : 'invalid_request', field);
};

const isEndpointMaterial = (text: string): boolean => {
  const [, , name] = HANDLE.exec(text) ?? [];
  if (name !== undefined) return looksLikeToken(name);
  const trimmed = text.trim();
  return looksLikeUrl(trimmed) || looksLikeToken(trimmed.replace(/^(dst|ep)ref_/, ''));
};

// A separator of URLs anywhere is enough: no handle has one. `%` covers encoded forms, `\` what browsers read as `/`.
const URL_CHARACTERS = /[/\\?#=&@%:[\]]/;
const HOST_NAME = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+\.?$/;

const looksLikeUrl = (text: string): boolean => URL_CHARACTERS.test(text) || HOST_NAME.test(text);

const looksLikeToken = (text: string): boolean => {
  const folded = text.toLowerCase();
  return (
    TOKEN_BEGINNINGS.some((beginning) => folded.startsWith(beginning)) ||
    /^(bearer|basic|splunk|token|apikey|authorization)[\s_-]/.test(folded) ||
    LONG_RANDOM.test(text)
  );
};

// Forty or more of hexadecimal, or of base64 with all its kinds of characters and no separator: nobody names things so.
const LONG_RANDOM =
  /^(?:[0-9a-f]{40,}|[0-9A-F]{40,}|(?=[^_-]*[A-Z])(?=[^_-]*[a-z])(?=[^_-]*[0-9])[A-Za-z0-9+]{40,}=*)$/;
