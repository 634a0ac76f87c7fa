import type { Scope, Secret } from '@govgate/domain';

/** What comes of resolving a reference: the secret, or that there is none to be had. Why not is nobody's business. */
export type SecretResolution = Secret<string> | 'secret_ref_unresolved';

/** Finds the value behind a write-only reference, `env:NAME` or `file:NAME` (docs/spec/credential-bindings.md#secret-references). */
export interface SecretResolver {
  /**
   * Looks in the part of the given tenant and environment alone: what is another's answers as what is not there. Never
   * rejects, and remembers nothing: a rotated secret counts at the next call.
   */
  resolve(scope: Scope, reference: string): Promise<SecretResolution>;
}
