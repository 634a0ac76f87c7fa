import type { Json } from '../canonical-json.js';
import type { Instant } from '../instant.js';

/** What was last applied from a set of files: what tells an edit of the files from one by hand (docs/spec/conventions.md). */
export interface AppliedSet {
  readonly tenantId: string;
  readonly setId: string;
  /** Names the plan that was applied last; null where the records came another way, such as an export. */
  readonly planDigest: string | null;
  readonly resources: readonly AppliedResource[];
  readonly recordedAt: Instant;
}

/** The kinds of resource that files can contain. */
export const APPLIED_KINDS = [
  'environment',
  'user',
  'service_account',
  'group',
  'role_binding',
  'policy',
  'client_surface',
  'agent',
] as const;
export type AppliedKind = (typeof APPLIED_KINDS)[number];

/** One resource of a set. */
export interface AppliedResource {
  readonly kind: AppliedKind;
  readonly id: string;
  /** As last applied; null before the apply in progress has made it. */
  readonly applied: Readonly<Record<string, Json>> | null;
  /** What an apply in progress makes of it, null to remove it; absent where none does. */
  readonly pending?: Readonly<Record<string, Json>> | null | undefined;
}

/** Maximum resources of a set. */
export const MAX_APPLIED_RESOURCES = 10_000;
