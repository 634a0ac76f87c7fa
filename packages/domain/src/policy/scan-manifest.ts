import { isWellFormed } from '../canonical-json.js';
import { MANIFEST_LIMITS } from './manifest.js';
import { FindingLog, pointerToken } from './manifest-finding.js';
import { holdsSecretMaterial, namesForbiddenMaterial } from './secret-material.js';

/** Keys that may be repeated in a pointer; any other could itself be sensitive. */
const SAFE_KEY = /^[A-Za-z0-9_.-]{1,128}$/;

/** Names used by the format itself: most keys of any manifest, known to be harmless. */
const FORMAT_KEYS = new Set([
  ...['manifest_version', 'default_effect', 'rules', 'rule_id', 'description', 'enabled', 'effect'],
  ...['subjects', 'agents', 'client_surfaces', 'groups', 'users', 'targets', 'server_ids', 'tool_ids'],
  ...[
    'resource_uris',
    'prompt_names',
    'api_source_ids',
    'operation_ids',
    'max_risk_tier',
    'actions',
    'conditions',
    'attribute',
    'operator',
  ],
  ...['value', 'approval', 'approver_role', 'ttl_seconds', 'obligations', 'type', 'limit', 'window_seconds'],
  'reason_code',
]);

/** The pointer to a member, or to its object if the key must not be repeated. */
export const memberPath = (path: string, key: string): string =>
  SAFE_KEY.test(key) && !holdsSecretMaterial(key) ? `${path}/${pointerToken(key)}` : path;

/**
 * Faults of a manifest, or of a document that accompanies it, regardless of its format: forbidden material in any key or text, invalid
 * Unicode, nesting beyond the limit. Scans the whole document, unknown fields included; pointers begin with `root`.
 */
export const scanManifest = (body: unknown, root = ''): FindingLog => {
  const log = new FindingLog();
  scan(body, { path: root, depth: 1, log });
  return log;
};

interface ScanContext {
  readonly path: string;
  readonly depth: number;
  readonly log: FindingLog;
}

const scan = (value: unknown, { path, depth, log }: ScanContext): void => {
  if (log.full) return;
  if (typeof value === 'string') scanText(value, path, log);
  else if (typeof value !== 'object' || value === null) return;
  else if (depth > MANIFEST_LIMITS.depth) log.add('limit_exceeded', path);
  else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) scan(value[i], { path: `${path}/${i}`, depth: depth + 1, log });
  } else {
    for (const key of Object.keys(value))
      scanMember(value as Record<string, unknown>, key, { path, depth, log });
  }
};

const scanMember = (owner: Record<string, unknown>, key: string, { path, depth, log }: ScanContext): void => {
  if (FORMAT_KEYS.has(key)) {
    scan(owner[key], { path: `${path}/${key}`, depth: depth + 1, log });
    return;
  }
  const member = memberPath(path, key);
  if (namesForbiddenMaterial(key)) {
    log.add('forbidden_material', member);
    return;
  }
  scanText(key, member, log);
  scan(owner[key], { path: member, depth: depth + 1, log });
};

const SURROGATE = /[\ud800-\udfff]/;

const scanText = (text: string, path: string, log: FindingLog): void => {
  if (holdsSecretMaterial(text)) log.add('forbidden_material', path);
  else if (SURROGATE.test(text) && !isWellFormed(text)) log.add('invalid_value', path);
};
