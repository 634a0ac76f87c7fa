import { addSeconds, canonicalJson, type Instant, type Json, ok, refuse, type Result } from '@govgate/domain';
import type { Clock, MessageAuthenticator } from '@govgate/ports';

/** What a list was asked for: a token only continues the very same question. */
export interface ListQuestion {
  readonly list: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly filters: Readonly<Record<string, Json>>;
  readonly sort: string;
}

/** The place behind which the next page starts. */
export interface PagePlace {
  readonly value: string | number;
  readonly id: string;
}

const TOKEN_SECONDS = 24 * 3600;

/**
 * Page tokens: opaque, signed, bound to the question they continue, and good for a day (decisions, section 1). They hold the
 * place, so no state is kept for them and every process can read them.
 */
export class PageTokens {
  constructor(
    private readonly authenticator: MessageAuthenticator,
    private readonly clock: Clock,
  ) {}

  write(question: ListQuestion, place: PagePlace): string {
    const said = JSON.stringify([place.value, place.id, this.clock.now()]);
    const tag = this.authenticator.tag(bound(question, said));
    return `${toBase64Url(said)}.${tag}`;
  }

  /** The place of a token, undefined for no token; `invalid_cursor` for one that is altered, too old or of another question. */
  read(question: ListQuestion, token: string | undefined, field: string): Result<PagePlace | undefined> {
    if (token === undefined) return ok(undefined);
    const [encoded = '', tag = '', ...rest] = token.split('.');
    const said = fromBase64Url(encoded);
    if (said === undefined || rest.length > 0 || !this.authenticator.matches(bound(question, said), tag)) {
      return refuse('invalid_cursor', field);
    }
    const [value, id, issuedAt] = JSON.parse(said) as [string | number, string, Instant];
    if (issuedAt <= addSeconds(this.clock.now(), -TOKEN_SECONDS)) return refuse('invalid_cursor', field);
    return ok({ value, id });
  }
}

const bound = (question: ListQuestion, said: string): string => `${canonicalJson(question as unknown as Json)}\n${said}`;

// TextEncoder and btoa are in every JavaScript host; Buffer is not.
const toBase64Url = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
};

const fromBase64Url = (encoded: string): string | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
