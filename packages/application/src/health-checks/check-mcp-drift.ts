import type { McpServer, McpServerReading, McpSubmission, ReadOutcome, Scope } from '@govgate/domain';
import {
  claimReading,
  credentialFor,
  type Drift,
  decideDrift,
  isReadingDue,
  pinningReading,
  readingDone,
  type SeenServer,
} from '@govgate/domain/internal';
import {
  type JobHandler,
  type McpBackendProbe,
  type McpTarget,
  mcpServerKind,
  mcpServerReadingKind,
  type StopSignal,
  type Stored,
} from '@govgate/ports';
import { inSlices } from '../call/in-slices.js';
import type { Ports } from '../call/ports.js';
import { driftCommit } from '../mcp-servers/commit-drift.js';
import { liveOf } from '../mcp-servers/load-server.js';
import { inFairShares } from './in-fair-shares.js';
import { isInShard, shardOf } from './shard.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'hash' | 'settings' | 'tenantQueue'> & {
  readonly mcpProbe: Pick<McpBackendProbe, 'read'>;
  /** From 0 to 1; random by default. */
  readonly random?: () => number;
};

/** A hanging server occupies a slot for half a minute; one tenant's servers can occupy a quarter of them. A reading takes up to 1 MB. */
const SHARES = { atATime: 32, perOwner: 8 };
/** How often due servers are looked for. */
const ROUND_MS = 30_000;
const TRIES = 5;

/**
 * Reads the approved, enabled servers and compares their definitions with what was approved (docs/spec/mcp-servers.md). One process reads a
 * server at a time: the first to claim it, if its claim still holds after the reading.
 */
export const makeCheckMcpDrift =
  (deps: Deps): JobHandler['run'] =>
  async ({ subjectId }, signal) => {
    const due = await dueServers(deps, subjectId);
    const startedAt = deps.clock.epochMs();
    // What a round does not reach is due in the next one.
    const round: StopSignal = {
      get aborted() {
        return signal.aborted || deps.clock.epochMs() - startedAt >= ROUND_MS;
      },
    };
    const owned = due.map((item) => ({ owner: item.tenantId, item }));
    const faults: unknown[] = [];
    // One failure does not hold up the others; it is reported at the end.
    await inFairShares(owned, { shares: SHARES, signal: round }, (server) =>
      checkServer(deps, server).catch((fault: unknown) => void faults.push(fault)),
    );
    if (faults.length > 0) throw faults[0];
  };

const dueServers = async ({ records, clock, settings }: Deps, subjectId: string): Promise<McpServer[]> => {
  const shard = shardOf(subjectId);
  const readings = new Map<string, McpServerReading>();
  for await (const { record } of records.all(mcpServerReadingKind))
    if (isInShard(record.serverId, shard)) readings.set(keyOf(record), record);
  const due: { readonly server: McpServer; readonly at: string }[] = [];
  const request = { now: clock.now(), graceSeconds: settings.driftGraceSeconds };
  for await (const { record: server } of records.all(mcpServerKind)) {
    if (server.liveSnapshot === null || server.disabledAt !== null || !isInShard(server.serverId, shard))
      continue;
    const reading = readings.get(keyOf(server));
    if (isReadingDue(reading, server, request)) due.push({ server, at: reading?.dueAt ?? '' });
  }
  // The longest waiting comes first, so that an interrupted round starves nobody.
  return due.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).map(({ server }) => server);
};

const keyOf = ({ tenantId, environmentId, serverId }: Pick<McpServer, 'serverId'> & Scope): string =>
  `${tenantId} ${environmentId} ${serverId}`;

/** What to read of a server, with the credential that was given for this address. */
const targetOf = (server: McpServer, endpoint: string): McpTarget => ({
  scope: scopeOf(server),
  endpoint,
  credential: credentialFor(server.readCredential, endpoint),
});

const scopeOf = ({ tenantId, environmentId }: Scope): Scope => ({ tenantId, environmentId });

const checkServer = async (deps: Deps, server: McpServer): Promise<void> => {
  const endpoint = (await liveOf(deps.records, server))?.record.manifest.endpoint;
  if (endpoint === undefined) return;
  const claimed = await claim(deps, server);
  if (claimed !== undefined)
    await keep(deps, server, { claimed, outcome: await deps.mcpProbe.read(targetOf(server, endpoint)) });
};

const claim = async (
  { records, unitOfWork, clock, settings }: Deps,
  server: McpServer,
): Promise<Stored<McpServerReading> | undefined> => {
  const now = clock.now();
  const stored = await records.get(mcpServerReadingKind, scopeOf(server), server.serverId);
  const request = { now, graceSeconds: settings.driftGraceSeconds };
  if (!isReadingDue(stored?.record, server, request)) return undefined;
  const record = claimReading(stored?.record, server, now);
  const change = { kind: mcpServerReadingKind, record, expectedVersion: stored?.version ?? null };
  if (!(await unitOfWork.observe([change])).committed) return undefined;
  return records.get(mcpServerReadingKind, scopeOf(server), server.serverId);
};

interface ClaimedReading {
  readonly claimed: Stored<McpServerReading>;
  readonly outcome: ReadOutcome;
}

const keep = async (
  deps: Deps,
  checkedServer: McpServer,
  { claimed, outcome }: ClaimedReading,
): Promise<void> => {
  const seen = outcome.read
    ? await inSlices(deps, checkedServer.tenantId, pinningReading(outcome.reading, deps.hash, 'hashes'))
    : outcome.because;
  let own: Stored<McpServerReading> | undefined = claimed;
  for (let tried = 0; tried < TRIES && own !== undefined; tried += 1) {
    const current = await ifUnchanged(deps, checkedServer);
    if (current === undefined) return;
    const done = doneWith(deps, checkedServer, { claimed: own.record, outcome });
    const kept = await commitDrift(deps, current, { seen, own, done });
    if (kept === 'done') return;
    if (kept === 'more') tried = -1;
    own = await stillOwn(deps, checkedServer, { own, moved: kept === 'more' });
  }
};

interface CheckedServer {
  readonly seen: SeenServer;
  readonly own: Stored<McpServerReading>;
  readonly done: McpServerReading;
}

/** `more`: something is left for another commit; `conflict`: nothing was written. */
const commitDrift = async (
  deps: Deps,
  current: LiveServer,
  { seen, own, done }: CheckedServer,
): Promise<'done' | 'more' | 'conflict'> => {
  const { unitOfWork } = deps;
  const { version } = own;
  const drift = driftOf(deps, current, { seen, own });
  if (drift.decided.kind === 'no_change') {
    // The process that took over the claim meanwhile records it.
    await unitOfWork.observe([{ kind: mcpServerReadingKind, record: done, expectedVersion: version }]);
    return 'done';
  }
  // The claim is kept as long as something is left.
  const kept = drift.more ? own.record : done;
  const { committed } = await unitOfWork.commit(
    driftCommit(deps, current.server, { drift, reading: { kept, version } }),
  );
  if (!committed) return 'conflict';
  return drift.more ? 'more' : 'done';
};

interface LiveServer {
  readonly server: Stored<McpServer>;
  readonly live: McpSubmission;
}

/** The server, unless it changed meanwhile: another snapshot, or disabled. The next round handles its new state. */
const ifUnchanged = async ({ records }: Deps, checkedServer: McpServer): Promise<LiveServer | undefined> => {
  const server = await records.get(mcpServerKind, scopeOf(checkedServer), checkedServer.serverId);
  if (server === undefined || server.record.disabledAt !== null) return undefined;
  if (server.record.liveSnapshot?.snapshotId !== checkedServer.liveSnapshot?.snapshotId) return undefined;
  const live = await liveOf(records, server.record);
  return live === undefined ? undefined : { server, live: live.record };
};

interface ReadOnClaim {
  readonly claimed: McpServerReading;
  readonly outcome: ReadOutcome;
}

const doneWith = (
  { clock, random = Math.random }: Deps,
  { liveSnapshot }: McpServer,
  { claimed, outcome }: ReadOnClaim,
): McpServerReading =>
  readingDone(
    claimed,
    { snapshotId: liveSnapshot?.snapshotId ?? '', outcome, chance: random() },
    clock.now(),
  );

const driftOf = (
  { clock, ids, hash, settings }: Deps,
  { server, live }: LiveServer,
  { seen, own }: Pick<CheckedServer, 'seen' | 'own'>,
): Drift =>
  decideDrift(server.record, live, seen, {
    now: clock.now(),
    hash,
    newRevocationId: () => ids.mint('revocation'),
    graceSeconds: settings.driftGraceSeconds,
    wasListed: own.record.listedAt !== '',
  });

interface Claim {
  readonly own: Stored<McpServerReading>;
  readonly moved: boolean;
}

// A claim taken over by another process is not taken back: what this process read may be older.
const stillOwn = async (
  { records }: Deps,
  server: McpServer,
  { own, moved }: Claim,
): Promise<Stored<McpServerReading> | undefined> => {
  const now = await records.get(mcpServerReadingKind, scopeOf(server), server.serverId);
  return now?.version === own.version + (moved ? 1 : 0) ? now : undefined;
};
