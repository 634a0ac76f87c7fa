import { type ApiToken, Secret } from '@govgate/domain';
import {
  API_TOKEN_ID_LENGTH,
  API_TOKEN_SECRET_LENGTH,
  formatApiToken,
  tokenCharacters,
} from '@govgate/domain/internal';
import type { Ports } from '../call/ports.js';

/** A newly created token: its stored record, and its text, which is stored nowhere. */
export interface MintedToken {
  readonly record: ApiToken;
  readonly text: Secret<string>;
}

/** Generates a token's text and its record, which holds only the hash (docs/spec/identity.md#authentication). */
export const mintApiToken = (
  { randomBytes, hash, clock }: Pick<Ports, 'randomBytes' | 'hash' | 'clock'>,
  of: Omit<ApiToken, 'tokenId' | 'secretHash' | 'createdAt' | 'revokedBy' | 'revokedAt'>,
): MintedToken => {
  const draw = (length: number): string => tokenCharacters(randomBytes(length + 8), length);
  const tokenId = draw(API_TOKEN_ID_LENGTH);
  const text = formatApiToken(tokenId, draw(API_TOKEN_SECRET_LENGTH));
  const record: ApiToken = {
    ...of,
    tokenId,
    secretHash: hash(text),
    createdAt: clock.now(),
    revokedBy: null,
    revokedAt: null,
  };
  return { record, text: new Secret(text) };
};

/** A token's limits: one without an end has none. */
export const limitsOf = (token: ApiToken): readonly string[] =>
  (['environmentIds', 'expiresAt', 'permissions'] as const).filter((field) => token[field] !== null);
