/** Why a bundle is not imported. Each code has a fixed sentence that never repeats the bundle's content. */
export const BUNDLE_REASONS = {
  unknown_field: 'The bundle format has no such field.',
  missing_field: 'A required field is missing.',
  invalid_value: 'The value is not one that is allowed here.',
  unsupported_version: 'This bundle version is not supported.',
  duplicate_id: 'Another record of the section has the same identifier.',
  already_exists: 'A record with this identifier exists in the store.',
  unknown_reference: 'The value refers to something that is neither in the bundle nor in the store.',
  second_active: 'Another policy version of the environment is active.',
  validation_failed: 'An active policy must pass validation, and this one does not.',
  forbidden_material: 'The record holds material that must never be stored.',
  raw_endpoint_material_rejected: 'Only opaque handles are accepted here, no endpoint or token material.',
  inconsistent: 'The value does not go together with the rest of the record.',
  limit_exceeded: 'There is more of this than is allowed.',
  conflict: 'The store was being changed at the same time; try again.',
} as const;

export type BundleReason = keyof typeof BUNDLE_REASONS;

/** A path into a record in internal spelling: member names and list indices. */
export type FieldPath = readonly (string | number)[];

/** A problem of a bundle and its place. Never the value itself. */
export interface BundleProblem {
  /** "" for the bundle as a whole. */
  readonly section: string;
  readonly index: number;
  readonly field: FieldPath;
  readonly reasonCode: BundleReason;
}

/** Reports a problem with one record. */
export type Note = (reasonCode: BundleReason, ...field: FieldPath) => void;
