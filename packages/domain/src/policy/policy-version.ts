import type { Json } from '../canonical-json.js';
import type { Instant } from '../instant.js';
import type { PolicyTests } from './cases/policy-tests.js';
import type { ManifestFinding } from './manifest-finding.js';

export const POLICY_STATUSES = ['draft', 'active', 'superseded', 'archived'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];

export const POLICY_SOURCE_TYPES = ['api', 'console', 'cli', 'gitops', 'import', 'bootstrap'] as const;
export type PolicySourceType = (typeof POLICY_SOURCE_TYPES)[number];

export const POLICY_BODY_FORMATS = ['gateway_manifest_v1'] as const;
export type PolicyBodyFormat = (typeof POLICY_BODY_FORMATS)[number];

export const VALIDATION_STATUSES = ['not_validated', 'valid', 'invalid'] as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

export const MANIFEST_TEXT_FORMATS = ['json', 'yaml'] as const;
export type ManifestTextFormat = (typeof MANIFEST_TEXT_FORMATS)[number];

/** Who is accountable for a version; `team` is the owner team that grants refer to. */
export interface PolicyOwner {
  readonly userId: string;
  readonly team: string;
}

export interface PolicySource {
  readonly sourceType: PolicySourceType;
  readonly sourceRef: string | null;
}

/** A manifest as sent: an object with its spelling untouched. A draft's may be invalid. */
export type ManifestBody = { readonly [key: string]: Json };

/** The text a draft was submitted as, comments included: `body` is what it says. */
export interface SubmittedText {
  readonly format: ManifestTextFormat;
  readonly text: string;
}

/** The result of the last validation (docs/spec/policies.md#record). */
export interface PolicyValidation {
  readonly valid: boolean;
  readonly status: ValidationStatus;
  readonly checkedAt: Instant | null;
  readonly checkedBy: string | null;
  readonly ruleCount: number;
  readonly errors: readonly ManifestFinding[];
}

/** One version of an environment's policy (docs/spec/policies.md#record). At most one per environment is active. */
export interface PolicyVersion {
  readonly policyVersion: string;
  readonly status: PolicyStatus;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly owner: PolicyOwner;
  readonly source: PolicySource;
  readonly description: string | null;
  readonly bodyFormat: PolicyBodyFormat;
  readonly body: ManifestBody;
  readonly submittedText: SubmittedText | null;
  /** `sha256:` and the hex SHA-256 of the RFC 8785 form of `body`. */
  readonly manifestHash: string;
  readonly validation: PolicyValidation;
  /** Decisions the manifest must produce; a version that fails them is not published. Not part of the contract's policy version. */
  readonly tests?: PolicyTests;
  /** The version active before this one was last published. */
  readonly previousPolicyVersion: string | null;
  readonly lastPublishedAt: Instant | null;
  readonly lastPublishedBy: string | null;
  readonly archivedAt: Instant | null;
  readonly archivedBy: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
