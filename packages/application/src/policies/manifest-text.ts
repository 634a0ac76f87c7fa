import { type Json, MANIFEST_LIMITS, type ManifestBody, type ManifestFinding } from '@govgate/domain';
import {
  isWellFormed,
  type ManifestTextFormat,
  manifestFinding,
  type SubmittedText,
} from '@govgate/domain/internal';
import { utf8Length } from '../call/utf8-length.js';
import { readJson } from './read-json.js';
import { readYaml } from './read-yaml.js';
import { Reading, type TextProblem, Unreadable } from './reading.js';
import { positionsIn, type TextPosition } from './text-position.js';

/** The place in a text of what an RFC 6901 pointer names, or of its nearest ancestor: what is missing has no place. */
export type Locate = (pointer: string) => TextPosition;

export type ManifestText =
  | { readonly ok: true; readonly body: ManifestBody; readonly locate: Locate }
  | { readonly ok: false; readonly findings: readonly ManifestFinding[] };

/**
 * Reads a manifest from a text (contract docs/spec/policies.md): strict JSON, or YAML limited to what JSON can express. The text is at most
 * 256 KiB and nested 32 deep, and its root is an object. Findings locate any violation. The body is equivalent to one sent as JSON, and
 * still to be validated.
 * @example readManifestText('manifest_version: "1.0"', 'yaml') // { ok: true, body: { manifest_version: '1.0' }, locate }
 */
export const readManifestText = (text: string, format: ManifestTextFormat): ManifestText => {
  if (utf8Length(text) > MANIFEST_LIMITS.bytes) return unreadable([manifestFinding('limit_exceeded', '')]);
  if (!isWellFormed(text)) return unreadable([manifestFinding('schema_violation', '')]);
  const reading = new Reading();
  const value = attempt(
    () => (format === 'json' ? readJson(text, reading) : readYaml(text, reading)),
    reading,
  );
  const positionOf = positionsIn(text);
  if (reading.problems.length === 0 && isBody(value))
    return { ok: true, body: value, locate: (pointer) => positionOf(reading.root.nearest(pointer).offset) };
  const problems = reading.problems.length > 0 ? reading.problems : [NO_OBJECT];
  return unreadable(
    problems.map(({ reasonCode, path, offset }) => manifestFinding(reasonCode, path, positionOf(offset))),
  );
};

const NO_OBJECT: TextProblem = { reasonCode: 'schema_violation', path: '', offset: 0 };

/** The findings for a draft's body, with lines and columns in the submitted text. */
export const locateFindings = (
  submitted: SubmittedText,
  findings: readonly ManifestFinding[],
): readonly ManifestFinding[] => {
  const read = readManifestText(submitted.text, submitted.format);
  if (!read.ok) return findings;
  return findings.map((finding) => ({ ...finding, ...read.locate(finding.path) }));
};

const unreadable = (findings: readonly ManifestFinding[]): ManifestText => ({ ok: false, findings });

// The problem that stopped the reading is already recorded. Anything else thrown is a parser's failure on a text that is no manifest.
const attempt = (read: () => Json, reading: Reading): Json => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unreadable)) reading.note('schema_violation', reading.root, 0);
    return null;
  }
};

const isBody = (value: Json): value is ManifestBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
