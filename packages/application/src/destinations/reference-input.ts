import { acceptSecretReference, ok, type Result, type SiemWebhook } from '@govgate/domain';

/** The write-only references as a caller gives them. Absent: as it stands. Null: none. */
export interface ReferenceInput {
  readonly endpointSecretRef?: string | null | undefined;
  readonly tokenSecretRef?: string | null | undefined;
  readonly signingKeyRef?: string | null | undefined;
}

type References = Pick<SiemWebhook, keyof ReferenceInput>;

const FIELDS = {
  endpointSecretRef: 'endpoint_secret_ref',
  tokenSecretRef: 'token_secret_ref',
  signingKeyRef: 'signing_key_ref',
} as const satisfies Record<keyof ReferenceInput, string>;

/** The references that were given, where each is one that may be resolved later (decisions, section 9). */
export const acceptReferences = (
  input: ReferenceInput,
  folders: readonly string[],
): Result<Partial<References>> => {
  const accepted: { -readonly [K in keyof References]?: References[K] } = {};
  for (const name of Object.keys(FIELDS) as (keyof ReferenceInput)[]) {
    const text = input[name];
    if (text === undefined) continue;
    const reference = text === null ? ok(null) : acceptSecretReference(text, FIELDS[name], folders);
    if (!reference.ok) return reference;
    accepted[name] = reference.value?.reveal() ?? null;
  }
  return ok(accepted);
};
