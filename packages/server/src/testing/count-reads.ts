import type { GovernanceStore } from '@govgate/ports';

/** A store that records each read except those that authentication uses to remember callers. */
export interface ReadCount {
  readonly store: GovernanceStore;
  /** What was read since it was cleared: the port and its method, with the kind of record. */
  told(): string[];
  clear(): void;
}

/** Ports whose every method reads. `revisions` is left out: each call uses it to check whether its caller is still current. */
const READ_PORTS = ['records', 'auditTrail', 'revocations', 'outbox'] as const;

/** Wraps a store so that a test sees what is read. */
export const countReads = (inner: GovernanceStore): ReadCount => {
  const seen: string[] = [];
  const watched = <T extends object>(port: string, target: T): T =>
    new Proxy(target, {
      get: (object, name) => {
        const value = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const kind = (given[0] as { name?: string } | undefined)?.name;
          seen.push([`${port}.${String(name)}`, kind].filter(Boolean).join(' '));
          return value.apply(object, given);
        };
      },
    });
  const ports = Object.fromEntries(READ_PORTS.map((port) => [port, watched(port, inner[port])]));
  return {
    store: { ...inner, ...ports },
    told: () => [...seen],
    clear: () => {
      seen.length = 0;
    },
  };
};
