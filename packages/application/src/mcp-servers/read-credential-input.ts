import { authorize, type ReadCredential, type Result, refuse, type Target } from '@govgate/domain';
import { acceptReadCredential, type ReadCredentialInput } from '@govgate/domain/internal';
import type { CallContext } from '../call/context.js';

/**
 * The credential that a caller wants a server to be read with. It takes effect without a review and sends a secret of the environment to an
 * address, so it wants the permission to review, too: otherwise whoever may register a server could have any secret sent to one of theirs.
 */
export const readCredentialOf = (
  { principal }: CallContext,
  input: ReadCredentialInput,
  { endpoint, ...server }: Target & { readonly endpoint: string | undefined },
): Result<ReadCredential | null | undefined> => {
  const accepted = acceptReadCredential(input, endpoint);
  if (!accepted.ok || !accepted.value) return accepted;
  return authorize(principal, 'mcp_server.review', server)
    ? accepted
    : refuse('permission_denied', 'read_credential_ref', {
        detail: 'A reference to a credential wants mcp_server.review as well.',
      });
};
