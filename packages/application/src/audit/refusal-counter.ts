import { type AuditEventType, type AuditOutcome, instantOf } from '@govgate/domain';
import type { AuditFacts } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';

/** A refusal in counted form. */
interface Counted {
  readonly eventType: AuditEventType;
  readonly outcome: Exclude<AuditOutcome, 'success'>;
}

/** A caller's refusals not yet recorded in the trail. */
export interface CallerRefusals {
  /** Of the caller's last refused call. */
  readonly context: CallContext;
  /** The minute in which counting began. */
  readonly sinceMs: number;
  readonly outcome: Counted['outcome'];
  readonly counts: ReadonlyMap<AuditEventType, number>;
}

/** Callers tracked at a time. The refusals of any others are recorded individually: slower, but nothing is lost. */
const MOST_CALLERS = 10_000;

/** Counts callers' refusals: a few per minute are recorded individually, the others are summarised later. */
export class RefusalCounter {
  #minuteMs = 0;
  #told = new Map<string, number>();
  readonly #owed = new Map<string, CallerRefusals>();

  constructor(private readonly oneByOne: number) {}

  /** Whether a refusal gets its own event; if not, it is counted. */
  isAuditedAlone(context: CallContext, counted: Counted, minuteMs: number): boolean {
    if (minuteMs !== this.#minuteMs) {
      this.#minuteMs = minuteMs;
      this.#told = new Map();
    }
    const key = keyOfCaller(context);
    const audited = this.#told.get(key) ?? 0;
    if (audited < this.oneByOne) {
      if (audited > 0 || this.#told.size < MOST_CALLERS) this.#told.set(key, audited + 1);
      return true;
    }
    if (!this.#owed.has(key) && this.#owed.size >= MOST_CALLERS) return true;
    const counts = new Map([[counted.eventType, 1]]);
    this.#add(key, { context, sinceMs: minuteMs, outcome: counted.outcome, counts });
    return false;
  }

  /** Callers with refusals to summarise: from past minutes, optionally from the current one too. */
  due(minuteMs: number, all?: 'all'): readonly string[] {
    return [...this.#owed].filter(([, { sinceMs }]) => all || sinceMs < minuteMs).map(([key]) => key);
  }

  /** Removes a caller's pending summary in order to record it. */
  take(key: string): CallerRefusals | undefined {
    const counted = this.#owed.get(key);
    this.#owed.delete(key);
    return counted;
  }

  /** Puts back what could not be recorded, adding newer counts. */
  giveBack(key: string, counted: CallerRefusals): void {
    const meanwhile = this.take(key);
    this.#add(key, counted);
    if (meanwhile !== undefined) this.#add(key, meanwhile);
  }

  #add(key: string, more: CallerRefusals): void {
    const before = this.#owed.get(key);
    if (before === undefined) return void this.#owed.set(key, more);
    const counts = new Map(before.counts);
    for (const [type, count] of more.counts) counts.set(type, (counts.get(type) ?? 0) + count);
    const outcome = before.outcome === more.outcome ? before.outcome : 'failure';
    this.#owed.set(key, { context: more.context, sinceMs: before.sinceMs, outcome, counts });
  }
}

/** The maximum length of a reason (docs/spec/conventions.md). */
const LONGEST_REASON = 1_024;

/** The summary event: how often each operation was refused and since when, the most frequent first. */
export const summaryOf = ({ sinceMs, outcome, counts }: CallerRefusals): AuditFacts => ({
  eventType: 'audit.refusals_summarised',
  action: 'summarise_refusals',
  environmentId: null,
  resourceId: '',
  outcome,
  reasonCode: 'refusals_summarised',
  reason: `since ${instantOf(sinceMs)}: ${countsText(counts)}`,
});

const countsText = (counts: CallerRefusals['counts']): string => {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const parts: string[] = [];
  let rest = sorted.reduce((sum, [, count]) => sum + count, 0);
  let length = 60;
  for (const [type, count] of sorted) {
    const text = `${type}=${count}`;
    length += text.length + 1;
    if (length > LONGEST_REASON) return `${parts.join(' ')} others=${rest}`;
    parts.push(text);
    rest -= count;
  }
  return parts.join(' ');
};

const keyOfCaller = ({ principal: { tenantId, actorType, actorId } }: CallContext): string =>
  JSON.stringify([tenantId, actorType, actorId]);
