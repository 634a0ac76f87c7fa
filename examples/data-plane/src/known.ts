import { setTimeout as delay } from 'node:timers/promises';
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
import { type Ask, bodyOf } from './govgate-api.js';
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
  etag: string | null;
  readAt: number;
  /** Answers that were asked for before say nothing any more. */
  notBefore: number;
}

const unread = <T>(): Followed<T> => ({
  value: undefined,
  etag: null,
  readAt: Number.NEGATIVE_INFINITY,
  notBefore: 0,
});

/** What govgate says, as far as this gateway has read it. Whatever is unknown or too old is undefined, and nobody is let through by it. */
export const makeKnown = (ask: Ask, settings: Settings, applied: () => void) => {
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
    path: string,
    read: (body: unknown) => T,
  ): Promise<void> => {
    const askedAt = performance.now();
    const answer = await ask(path, { unless: followed.etag });
    if (askedAt < followed.notBefore) return;
    if (answer.status !== 304) Object.assign(followed, { value: read(bodyOf(answer)), etag: answer.etag });
    followed.readAt = askedAt;
  };
  const assertOurs = (scope: { tenantId: string; environmentId: string }): void => {
    if (scope.tenantId !== settings.tenant_id || scope.environmentId !== settings.environment_id)
      throw new Error('an answer is of another environment');
  };
  const refreshPolicy = (): Promise<void> =>
    refresh(policy, '/v1/policies?status=active&include=body', (body) => {
      const active = activePolicyFromWire(body);
      if (active === null) return null;
      assertOurs(active);
      const { policyVersion: version, manifest } = active;
      return { version, manifest, compiled: compilePolicy(manifest) };
    });
  const refreshServer = (id: string): Promise<void> => {
    const followed = servers.get(id);
    if (followed === undefined) return Promise.resolve();
    return refresh(followed, `/v1/mcp-servers/${encodeURIComponent(id)}`, (body) => {
      const server = mcpServerFromWire(body);
      assertOurs(server);
      return server.serverId === id ? server.tools : [];
    });
  };

  /** Reads what follows in the feed, and waits for it where it was read to its end. One reader at a time. */
  const readFeed = async (wait: number): Promise<number> => {
    const askedAt = performance.now();
    const path = `/v1/revocations?after=${revocations.lastSequence}&wait=${wait}`;
    const page = revocationsFromWire(bodyOf(await ask(path, { seconds: wait + 5 })));
    const whole = revocations.apply(page);
    // A feed that ends before what was read of it is another one, as after a restore: it is read anew from its beginning.
    if (!whole && page.items.length === 0) revocations = new RevocationView();
    if (!whole) throw new Error('the feed has a gap');
    for (const { subjectType, subjectId } of page.items) if (subjectType === 'mcp_tool') closeTool(subjectId);
    if (page.items.length > 0) applied();
    else feedReadAt = askedAt;
    return page.items.length > 0 ? 0 : Math.max(1, Math.floor(settings.max_age_seconds / 3));
  };
  /** A tool that was revoked is closed before the registry is read again, and until it says otherwise. */
  const closeTool = (subjectId: string): void => {
    const serverId = subjectId.slice(0, subjectId.indexOf('/'));
    const followed = servers.get(serverId);
    if (followed === undefined) return;
    followed.value = followed.value?.filter(({ toolId }) => `${serverId}/${toolId}` !== subjectId);
    followed.etag = null;
    followed.notBefore = performance.now();
    refreshServer(serverId).catch(() => undefined);
  };

  const followFeed = async (): Promise<never> => {
    for (let wait = 0; ; ) {
      wait = await readFeed(wait).catch(() => delay(AGAIN_MS, 0));
    }
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
