import { type Destination, ok, type Result } from '@govgate/domain';
import { acceptSecretReference } from '@govgate/domain/internal';

/** The caller's write-only references. Absent: unchanged. Null: none. */
export interface ReferenceInput {
  readonly endpointSecretRef?: string | null | undefined;
  readonly tokenSecretRef?: string | null | undefined;
  readonly signingKeyRef?: string | null | undefined;
}

type References = Pick<Destination, keyof ReferenceInput>;

const FIELDS = {
  endpointSecretRef: 'endpoint_secret_ref',
  tokenSecretRef: 'token_secret_ref',
  signingKeyRef: 'signing_key_ref',
} as const satisfies Record<keyof ReferenceInput, string>;

/** The given references, if all are well-formed (docs/spec/destinations.md). */
export const acceptReferences = (input: ReferenceInput): Result<Partial<References>> => {
  const accepted: { -readonly [K in keyof References]?: References[K] } = {};
  for (const name of Object.keys(FIELDS) as (keyof ReferenceInput)[]) {
    const text = input[name];
    if (text === undefined) continue;
    const reference = text === null ? ok(null) : acceptSecretReference(text, FIELDS[name]);
    if (!reference.ok) return reference;
    accepted[name] = reference.value?.reveal() ?? null;
  }
  return ok(accepted);
};
