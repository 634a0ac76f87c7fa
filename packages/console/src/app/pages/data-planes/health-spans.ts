/** How long a plane had a status, as parts of the time that is shown. */
export interface HealthSpan {
  readonly status: string;
  readonly since: number;
  /** Where it begins, and how much of the whole it is: 0 to 1. */
  readonly from: number;
  readonly length: number;
}

interface HealthChange {
  readonly occurredAt: string;
  readonly fromStatus: string | null;
  readonly toStatus: string | null;
}

/** What a plane's health was from one time to another, from its changes, the newest first, and what it is at the end. */
export const healthSpans = (
  changes: readonly HealthChange[],
  status: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly HealthSpan[] => {
  const spans: HealthSpan[] = [];
  let [until, now] = [end, status];
  const add = (since: number): void => {
    const from = (since - start) / (end - start);
    if (until > since) spans.unshift({ status: now, since, from, length: (until - since) / (end - start) });
    until = since;
  };
  for (const { occurredAt, fromStatus, toStatus } of changes) {
    // The status stayed: only the way to the revocation feed changed.
    if (fromStatus === null || toStatus === null) continue;
    const at = Date.parse(occurredAt);
    if (at <= start) break;
    add(Math.min(at, end));
    now = fromStatus;
  }
  add(start);
  return spans;
};
