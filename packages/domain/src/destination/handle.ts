import { type Help, inWords } from '../expectation.js';
import { beginsLikeToken } from '../policy/secret-material.js';
import { ok, type Result, refuse } from '../result.js';

export const HANDLE_KINDS = ['dst', 'ep'] as const;
export type HandleKind = (typeof HANDLE_KINDS)[number];

/** An opaque name for an endpoint or token kept elsewhere. */
export interface Handle {
  readonly kind: HandleKind;
  readonly name: string;
}

const HANDLE = /^(dst|ep)ref_([A-Za-z0-9_-]{8,64})$/;

/** The pattern of a kind's handles (docs/spec/destinations.md). */
export const HANDLE_PATTERNS: Readonly<Record<HandleKind, string>> = {
  dst: '^dstref_[A-Za-z0-9_-]{8,64}$',
  ep: '^epref_[A-Za-z0-9_-]{8,64}$',
};

/**
 * Parses a handle; undefined if invalid (docs/spec/destinations.md).
 * @example parseHandle('dstref_security-lake-01') // { kind: 'dst', name: 'security-lake-01' }
 */
export const parseHandle = (text: string): Handle | undefined => {
  const [, kind, name] = HANDLE.exec(text) ?? [];
  if (name === undefined || beginsLikeToken(name)) return undefined;
  return { kind: kind as HandleKind, name };
};

/**
 * Accepts a handle of a kind. Text shaped like a URL, address or token is `raw_endpoint_material_rejected`, so that a caller learns of the
 * leak; anything else invalid is `invalid_request`. Neither repeats the text.
 */
export const checkHandle = (text: string, kind: HandleKind, field: string): Result<string> => {
  if (parseHandle(text)?.kind === kind) return ok(text);
  const raw = isEndpointMaterial(text);
  return refuse(raw ? 'raw_endpoint_material_rejected' : 'invalid_request', field, handleHelp(kind));
};

/** The expected form of a kind's handles. */
export const handleHelp = (kind: HandleKind): Help => {
  const expected = { type: 'string', pattern: HANDLE_PATTERNS[kind] };
  return { detail: `The handle must be ${inWords(expected)}.`, expected };
};

const isEndpointMaterial = (text: string): boolean => {
  const [, , name] = HANDLE.exec(text) ?? [];
  if (name !== undefined) return beginsLikeToken(name);
  const bare = text.trim().replace(/^(dst|ep)ref_/, '');
  return (
    looksLikeUrl(bare) || beginsLikeToken(bare) || CREDENTIAL_HEADER.test(bare) || LONG_RANDOM.test(bare)
  );
};

// A URL separator anywhere is enough: no handle contains one. `%` covers encoded forms, `\` what browsers read as `/`.
const URL_CHARACTERS = /[/\\?#=&@%:[\]]/;
const HOST_NAME = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+\.?$/;

const looksLikeUrl = (text: string): boolean => URL_CHARACTERS.test(text) || HOST_NAME.test(text);

const CREDENTIAL_HEADER = /^(bearer|basic|splunk|token|apikey|authorization)\s/i;

// Forty or more hexadecimal digits, or letters of both cases with digits: a pasted key. Within a handle's own name that is fine, as opaque
// names may well be random.
const LONG_RANDOM =
  /^(?:(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{40,}|(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{40,})$/;
