import { addSeconds, canonicalJson, type Instant, type Json, ok, type Result, refuse } from '@govgate/domain';
import type { Clock, TokenSealer } from '@govgate/ports';

/** The parameters of a list: a token continues only the very same query. */
export type ListQuestion = {
  readonly list: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly filters: Readonly<Record<string, Json>>;
  readonly sort: string;
};

/** The place after which the next page starts. */
export interface PagePosition {
  readonly value: string | number;
  readonly id: string;
  /** The reference time of a clock-dependent order: that of a list's first page, reused by later pages. */
  readonly orderAtMs?: number;
}

const TOKEN_SECONDS = 24 * 3600;

/**
 * Page tokens: opaque, signed, bound to their query, and valid for a day (docs/spec/conventions.md). They contain the place, so no state is
 * kept for them and every process can read them.
 */
export class PageTokens {
  constructor(
    private readonly sealer: TokenSealer,
    private readonly clock: Clock,
  ) {}

  write(question: ListQuestion, position: PagePosition): string {
    const { value, id, orderAtMs } = position;
    const content = [value, id, this.clock.now(), ...(orderAtMs === undefined ? [] : [orderAtMs])];
    return this.sealer.seal(contextOf(question), JSON.stringify(content));
  }

  /** The place in a token, undefined without a token; `invalid_cursor` if altered, too old or for another query. */
  read(question: ListQuestion, token: string | undefined, field: string): Result<PagePosition | undefined> {
    if (token === undefined) return ok(undefined);
    const content = this.sealer.open(contextOf(question), token);
    if (content === undefined) return refuse('invalid_cursor', field);
    const [value, id, issuedAt, orderAtMs] = JSON.parse(content) as [
      string | number,
      string,
      Instant,
      number?,
    ];
    if (issuedAt <= addSeconds(this.clock.now(), -TOKEN_SECONDS)) return refuse('invalid_cursor', field);
    return ok({ value, id, ...(orderAtMs === undefined ? {} : { orderAtMs }) });
  }
}

const contextOf = (question: ListQuestion): string => canonicalJson(question);
