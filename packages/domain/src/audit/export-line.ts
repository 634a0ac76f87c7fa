import { canonicalJson, type Json } from '../canonical-json.js';
import type { ChainLink } from './verify.js';

/** The content of an export's line. */
export type ExportLine =
  | {
      readonly kind: 'event';
      readonly link: ChainLink;
      readonly prevHash: unknown;
      readonly tenantId: string;
    }
  | { readonly kind: 'record'; readonly value: { readonly [key: string]: unknown } }
  | { readonly kind: 'unreadable' };

const UNREADABLE: ExportLine = { kind: 'unreadable' };

/** Parses a line in any spelling: keys in any order, with whitespace. */
export const readExportLine = (line: string): ExportLine => {
  const value = parsed(line);
  if (value === undefined) return UNREADABLE;
  if ('record_type' in value) return { kind: 'record', value };
  const { hash, ...rest } = value;
  const { sequence, tenant_id: tenantId, prev_hash: prevHash } = value;
  if (typeof hash !== 'string' || typeof tenantId !== 'string' || !Number.isSafeInteger(sequence))
    return UNREADABLE;
  const text = canonical(rest);
  if (text === undefined) return UNREADABLE;
  return { kind: 'event', link: { sequence: sequence as number, text, hash }, prevHash, tenantId };
};

const HASH_KEY = ',"hash":"';
const HASH_LENGTH = 'sha256:'.length + 64;

/**
 * Reads the link of a line in an export's own spelling without parsing it: the line without its hash is the very text that was hashed.
 * Undefined if the line does not end as the event with that sequence does; then it must be parsed.
 */
export const quickLink = (line: string, sequence: number, tenantTail: string): ChainLink | undefined => {
  const at = line.indexOf(HASH_KEY);
  const from = at + HASH_KEY.length;
  const to = from + HASH_LENGTH;
  if (at === -1 || !line.startsWith('","metadata_only":true,', to)) return undefined;
  if (!line.endsWith(`,"sequence":${sequence}${tenantTail}`)) return undefined;
  return { sequence, hash: line.slice(from, to), text: line.slice(0, at) + line.slice(to + 1) };
};

const parsed = (line: string): { readonly [key: string]: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: unknown })
      : undefined;
  } catch {
    return undefined;
  }
};

const canonical = (value: { readonly [key: string]: unknown }): string | undefined => {
  try {
    return canonicalJson(value as Json);
  } catch {
    return undefined;
  }
};
