import { type AuditEvent, addSeconds, compareText, type ExpiryMark } from '@govgate/domain';
import { EXPIRY_SOURCES } from '@govgate/domain/internal';
import { expiryMarkKind, type JobHandler, type StopSignal } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { type Ending, EXPIRY_SOURCE_ROWS } from './expiry-sources.js';

type Deps = Pick<Ports, 'clock' | 'ids' | 'timer' | 'records' | 'unitOfWork'>;

/** Events per commit: few enough that no other writer waits long. */
const TOGETHER = 50;
/** Limit recorded per source and round; the rest is left to the next round. */
const MOST = 5_000;
/** Clocks of processes differ slightly: what one of them just created cannot already have expired for another. */
const LAG_SECONDS = 5;

/**
 * Records expiries in the trail: each once, whichever process finds it and however long none was running (ADR 34). What had expired before
 * the first run is not recorded.
 */
export const makeReportExpiries =
  (deps: Deps): JobHandler['run'] =>
  async (_, stop) => {
    for (const source of EXPIRY_SOURCES) if (!stop.aborted) await reportSource(deps, source, stop);
  };

const INSTALLATION = { installation: true } as const;

const reportSource = async (deps: Deps, source: ExpiryMark['source'], stop: StopSignal): Promise<void> => {
  const now = addSeconds(deps.clock.now(), -LAG_SECONDS);
  const stored = await deps.records.get(expiryMarkKind, INSTALLATION, source);
  if (stored === undefined) {
    await deps.unitOfWork.observe([markPut({ source, at: now, id: '' }, null)]);
    return;
  }
  let { version } = stored;
  const endings = await endingsSince(deps, { mark: stored.record, to: now }, stop);
  for (let first = 0; first < endings.length && !stop.aborted; first += TOGETHER) {
    const some = endings.slice(first, first + TOGETHER);
    if (!(await commitExpiries(deps, source, { endings: some, version }))) return;
    version += 1;
    await deps.timer.wait(0);
  }
};

const isBehind = (mark: Pick<ExpiryMark, 'at' | 'id'>, { at, id }: Pick<Ending, 'at' | 'id'>): boolean =>
  at === mark.at ? compareText(id, mark.id) > 0 : at > mark.at;

const inOrder = (a: Ending, b: Ending): number => compareText(a.at, b.at) || compareText(a.id, b.id);

/** The first expiries after the mark, in order. */
const endingsSince = async (
  deps: Deps,
  { mark, to }: { readonly mark: ExpiryMark; readonly to: string },
  stop: StopSignal,
): Promise<readonly Ending[]> => {
  let found: Ending[] = [];
  const span = { from: mark.at, to };
  for await (const ending of EXPIRY_SOURCE_ROWS[mark.source](deps, span, stop)) {
    if (!isBehind(mark, ending)) continue;
    found.push(ending);
    // However many expired at once, only the first ones are kept in memory.
    if (found.length >= 2 * MOST) found = found.sort(inOrder).slice(0, MOST);
  }
  // Half of them would move the mark past others.
  return stop.aborted ? [] : found.sort(inOrder).slice(0, MOST);
};

interface ExpiryBatch {
  readonly endings: readonly Ending[];
  readonly version: number;
}

/** Events and the new mark in one commit; false: another process was faster, and recorded them. */
const commitExpiries = async (
  deps: Deps,
  source: ExpiryMark['source'],
  { endings, version }: ExpiryBatch,
): Promise<boolean> => {
  const [first, ...rest] = endings.map((ending) => eventOf(deps, ending));
  const last = endings.at(-1);
  if (first === undefined || last === undefined) return true;
  const change = markPut({ source, at: last.at, id: last.id }, version);
  return (await deps.unitOfWork.commit({ changes: [change], audit: [first, ...rest] })).committed;
};

const eventOf = (deps: Deps, { tenantId, facts }: Ending): AuditEvent =>
  auditEventBy(deps, systemCaller('worker', tenantId, deps.ids.mint('request')), facts);

const markPut = (record: ExpiryMark, expectedVersion: number | null) => ({
  kind: expiryMarkKind,
  record,
  expectedVersion,
});
