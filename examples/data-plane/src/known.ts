import { setTimeout as delay } from 'node:timers/promises';
import { followRevocations, type GovgateClient } from '@govgate/client';
import {
  activePolicyFromWire,
  type CompiledPolicy,
  compilePolicy,
  type GovernedTool,
  mcpServerFromWire,
  type PolicyManifest,
  RevocationView,
  revocationsFromWire,
} from '@govgate/domain';
import type { Settings } from './settings.js';

const POLICY_SECONDS = 1;
const SERVER_SECONDS = 5;
const AGAIN_MS = 500;

/** The policy that counts. */
export interface KnownPolicy {
  readonly version: string;
  readonly manifest: PolicyManifest;
  readonly compiled: CompiledPolicy;
}

/** A value that is read again and again; what was read last counts until it is too old. */
interface Followed<T> {
  value: T | undefined;
  /** The answer that it was read from. */
  answer: object | undefined;
  readAt: number;
  /** Answers that were asked for before say nothing any more. */
  notBefore: number;
}

const unread = <T>(): Followed<T> => ({
  value: undefined,
  answer: undefined,
  readAt: Number.NEGATIVE_INFINITY,
  notBefore: 0,
});

/** What govgate says, as far as this gateway has read it. Whatever is unknown or too old is undefined, and nobody is let through by it. */
export const makeKnown = (govgate: GovgateClient, settings: Settings, applied: () => void) => {
  let revocations = new RevocationView();
  let feedReadAt = Number.NEGATIVE_INFINITY;
  const policy = unread<KnownPolicy | null>();
  const servers = new Map(
    Object.keys(settings.servers).map((id) => [id, unread<readonly GovernedTool[]>()] as const),
  );
  const ageOf = (readAt: number): number => {
    const seconds = (performance.now() - readAt) / 1000;
    return seconds <= settings.max_age_seconds ? seconds : Number.POSITIVE_INFINITY;
  };
  const current = <T>(followed: Followed<T> | undefined): T | undefined =>
    followed !== undefined && ageOf(followed.readAt) < Infinity ? followed.value : undefined;

  /** Reads a value unless it is what it was. The time of asking counts: what was true then may have ended while it travelled. */
  const refresh = async <T>(
    followed: Followed<T>,
    ask: (seen: object | undefined) => Promise<object>,
    read: (answer: object) => T,
  ): Promise<void> => {
    const askedAt = performance.now();
    const answer = await ask(followed.answer);
    if (askedAt < followed.notBefore) return;
    if (answer !== followed.answer) Object.assign(followed, { value: read(answer), answer });
    followed.readAt = askedAt;
  };
  const assertOurs = (scope: { tenantId: string; environmentId: string }): void => {
    if (scope.tenantId !== settings.tenant_id || scope.environmentId !== settings.environment_id)
      throw new Error('an answer is of another environment');
  };
  const activePolicy = (ifNoneMatch: object | undefined) => govgate.readActivePolicy({}, { ifNoneMatch });
  const refreshPolicy = (): Promise<void> =>
    refresh(policy, activePolicy, (answer) => {
      const active = activePolicyFromWire(answer);
      if (active === null) return null;
      assertOurs(active);
      const { policyVersion: version, manifest } = active;
      return { version, manifest, compiled: compilePolicy(manifest) };
    });
  const refreshServer = (id: string): Promise<void> => {
    const followed = servers.get(id);
    if (followed === undefined) return Promise.resolve();
    const ask = (ifNoneMatch: object | undefined) =>
      govgate.readMcpServer({ server_id: id }, { ifNoneMatch });
    return refresh(followed, ask, (answer) => {
      const server = mcpServerFromWire(answer);
      assertOurs(server);
      return server.serverId === id ? server.tools : [];
    });
  };

  /** Reads the feed, and waits for what follows where it was read to its end. One reader at a time. */
  const readFeed = async (): Promise<void> => {
    const wait = Math.max(1, Math.floor(settings.max_age_seconds / 3));
    let askedAt = performance.now();
    for await (const feed of followRevocations(govgate, { after: revocations.lastSequence, wait })) {
      apply(revocationsFromWire(feed));
      if (feed.items.length === 0) feedReadAt = askedAt;
      askedAt = performance.now();
    }
  };
  const apply = (page: ReturnType<typeof revocationsFromWire>): void => {
    const whole = revocations.apply(page);
    // A feed that ends before what was read of it is another one, as after a restore: it is read anew from its beginning.
    if (!whole && page.items.length === 0) revocations = new RevocationView();
    if (!whole) throw new Error('the feed has a gap');
    for (const { subjectType, subjectId } of page.items) if (subjectType === 'mcp_tool') closeTool(subjectId);
    if (page.items.length > 0) applied();
  };
  /** A tool that was revoked is closed before the registry is read again, and until it says otherwise. */
  const closeTool = (subjectId: string): void => {
    const serverId = subjectId.slice(0, subjectId.indexOf('/'));
    const followed = servers.get(serverId);
    if (followed === undefined) return;
    followed.value = followed.value?.filter(({ toolId }) => `${serverId}/${toolId}` !== subjectId);
    followed.answer = undefined;
    followed.notBefore = performance.now();
    refreshServer(serverId).catch(() => undefined);
  };

  const followFeed = async (): Promise<never> => {
    for (;;) await readFeed().catch(() => delay(AGAIN_MS));
  };
  const every = async (seconds: number, read: () => Promise<unknown>): Promise<never> => {
    for (;;) {
      await read().catch(() => undefined);
      await delay(seconds * 1000);
    }
  };
  return {
    feed: (): RevocationView => revocations,
    feedAgeSeconds: (): number => ageOf(feedReadAt),
    policy: (): KnownPolicy | null | undefined => current(policy),
    tools: (serverId: string): readonly GovernedTool[] | undefined => current(servers.get(serverId)),
    refreshPolicy,
    /** Reads all of it until the process ends. */
    follow: (): void => {
      void followFeed();
      const often = settings.max_age_seconds / 3;
      void every(Math.min(POLICY_SECONDS, often), refreshPolicy);
      for (const id of servers.keys()) void every(Math.min(SERVER_SECONDS, often), () => refreshServer(id));
    },
  };
};
export type Known = ReturnType<typeof makeKnown>;
