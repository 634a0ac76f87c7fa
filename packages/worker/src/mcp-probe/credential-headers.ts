import type { ReadOutcome } from '@govgate/domain';
import type { McpTarget, SecretResolver } from '@govgate/ports';

/** A credential as it is sent; its value only to recognise it in what comes back. */
export interface SentCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string;
}

export const NO_CREDENTIAL: SentCredential = { headers: {}, value: '' };

/** What a header's value may be (RFC 9110, 5.5), without anything beyond ASCII. */
const FIELD_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The credential that a server wants to see (docs/spec/mcp-servers.md), or that there is none where its reference points to. */
export const sentCredential = async (
  secrets: SecretResolver,
  { scope, credential }: McpTarget,
): Promise<SentCredential | 'secret_ref_unresolved'> => {
  if (credential === null) return NO_CREDENTIAL;
  const found = await secrets.resolve(scope, credential.ref);
  if (found === 'secret_ref_unresolved') return found;
  const value = found.reveal();
  if (!FIELD_VALUE.test(value)) return 'secret_ref_unresolved';
  const { header } = credential;
  return { headers: header === null ? { authorization: `Bearer ${value}` } : { [header]: value }, value };
};

/** A reading that repeats the credential it was made with is none: it would be stored and shown. */
export const withoutEcho = (outcome: ReadOutcome, { value }: SentCredential): ReadOutcome =>
  value !== '' && outcome.read && textOf(outcome.reading).includes(textOf(value).slice(1, -1))
    ? { read: false, because: 'handshake_invalid' }
    : outcome;

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));
