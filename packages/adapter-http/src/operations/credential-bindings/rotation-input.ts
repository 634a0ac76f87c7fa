import { parseInstant } from '@govgate/domain';
import type { CredentialBindingDraft } from '@govgate/domain/internal';

/** A body's rotation in the record's form: what was not sent is absent. */
export const rotationInput = (sent: {
  readonly versionRef: string;
  readonly nextRotationDueAt?: string | undefined;
  readonly rotationProofRef?: string | undefined;
}): CredentialBindingDraft['rotation'] => {
  const due = sent.nextRotationDueAt === undefined ? undefined : parseInstant(sent.nextRotationDueAt);
  return {
    versionRef: sent.versionRef,
    ...(due === undefined ? {} : { nextRotationDueAt: due }),
    ...(sent.rotationProofRef === undefined ? {} : { rotationProofRef: sent.rotationProofRef }),
  };
};
