import type { Secret } from '@govgate/domain';

/** What comes of resolving a reference: the secret, or that there is none to be had. Why not is nobody's business. */
export type SecretResolution = Secret<string> | 'secret_ref_unresolved';

/** Finds the value behind a write-only reference, `env:NAME` or `file:/path` (decisions, section 9). */
export interface SecretResolver {
  /** Never rejects, and remembers nothing: a rotated secret counts at the next call. */
  resolve(reference: string): Promise<SecretResolution>;
}
