import { type Expectation, type Help, inWords } from '../expectation.js';
import { MANIFEST_LIMITS } from './manifest.js';

/** Every reason code of a validation finding with its fixed sentence, which never echoes the manifest (docs/spec/policies.md). */
export const VALIDATION_REASONS = {
  schema_violation: 'The value has the wrong type or does not belong here.',
  unknown_field: 'The manifest format has no such field.',
  missing_field: 'A required field is missing.',
  invalid_value: 'The value is not one that is allowed here.',
  duplicate_rule_id: 'Another rule has the same rule_id.',
  unknown_reference: 'The value refers to something that does not exist.',
  unreachable_rule: 'An empty list matches nothing, so the rule can never apply.',
  conflicting_rule: 'A rule with another effect matches exactly the same requests.',
  forbidden_material:
    'The manifest may not hold secrets, tokens, prompts, payloads or addresses with credentials.',
  limit_exceeded: 'The manifest or this part of it is too large.',
  unsupported_version: 'This manifest version is not supported.',
  test_failed: 'A test of the policy does not get the decision that it expects.',
} as const;

export type ValidationReason = keyof typeof VALIDATION_REASONS;

/** A fault of a manifest (docs/spec/policies.md#record: an element of `validation.errors`). */
export interface ManifestFinding extends Help {
  readonly reasonCode: ValidationReason;
  readonly message: string;
  /** From 1; null unless the manifest was submitted as text. */
  readonly line: number | null;
  readonly column: number | null;
  /** RFC 6901 pointer. For a missing field, the pointer it would have. */
  readonly path: string;
}

/** Makes a finding with its reason's fixed message. */
export const manifestFinding = (
  reasonCode: ValidationReason,
  path: string,
  at: { readonly line: number; readonly column: number } | null = null,
  help: Help = {},
): ManifestFinding => ({
  reasonCode,
  message: VALIDATION_REASONS[reasonCode],
  line: at?.line ?? null,
  column: at?.column ?? null,
  path,
  ...help,
});

/** Collects findings up to the limit; a manifest full of mistakes must not produce a huge answer. */
export class FindingLog {
  readonly findings: ManifestFinding[] = [];

  /** Reports a finding, with what would be right if that is known. */
  add(reasonCode: ValidationReason, path: string, expected?: Expectation): void {
    if (!this.full) this.findings.push(manifestFinding(reasonCode, path, null, helpWith(expected)));
  }

  get full(): boolean {
    return this.findings.length >= MANIFEST_LIMITS.findings;
  }
}

/** An RFC 6901 reference token, escaped. */
export const pointerToken = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

const helpWith = (expected: Expectation | undefined): Help =>
  expected === undefined ? {} : { detail: `It must be ${inWords(expected)}.`, expected };
