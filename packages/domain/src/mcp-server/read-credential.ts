import { ok, type Result, refuse } from '../result.js';
import { acceptSecretReference } from '../secret-reference/secret-reference.js';

/**
 * What a live server is read with (docs/spec/mcp-servers.md): a reference, never the credential. It is sent to the endpoint that it was
 * given for and to no other, so that an edit of the address takes no credential along.
 */
export interface ReadCredential {
  readonly ref: string;
  /** The header that carries the credential as it is; null for `Authorization: Bearer`. */
  readonly header: string | null;
  readonly endpoint: string;
}

/** What a caller says of it. Absent: unchanged. Null: none. */
export interface ReadCredentialInput {
  readonly readCredentialRef?: string | null | undefined;
  readonly readCredentialHeader?: string | null | undefined;
}

/** The pattern of a header's name. */
export const READ_CREDENTIAL_HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;

/** Headers of the connection and of the reader itself. */
const TAKEN =
  /^(?:accept|connection|content-.*|expect|host|keep-alive|mcp-.*|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

/** The credential that a server is read with from now on, or undefined where nothing is said of it. */
export const acceptReadCredential = (
  { readCredentialRef: ref, readCredentialHeader: header = null }: ReadCredentialInput,
  endpoint: string | undefined,
): Result<ReadCredential | null | undefined> => {
  if (typeof ref !== 'string')
    return header === null ? ok(ref) : refuse('invalid_request', 'read_credential_ref');
  const reference = acceptSecretReference(ref, 'read_credential_ref');
  if (!reference.ok) return reference;
  if (endpoint === undefined) return refuse('invalid_request', 'manifest.endpoint');
  if (header !== null && (!READ_CREDENTIAL_HEADER.test(header) || TAKEN.test(header)))
    return refuse('invalid_request', 'read_credential_header');
  return ok({ ref: reference.value.reveal(), header, endpoint });
};

/** The credential for an address; null for another than the one it was given for. */
export const credentialFor = (credential: ReadCredential | null, endpoint: string): ReadCredential | null =>
  credential?.endpoint === endpoint ? credential : null;
