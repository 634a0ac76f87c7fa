import type { Revocation, Scope } from '@govgate/domain';
import { type AnyKind, type Change, callApprovalKind, dataPlaneObservationKind } from '@govgate/ports';

/** Events somebody may wait for in an environment: a revocation, an approval's outcome, a data plane's progress. */
export type Topic = 'revocations' | 'approvals' | 'planes';

/**
 * Notifies waiting callers of this process's own writes. Writes by other processes are found by polling: a notification is never the only
 * way to learn of something.
 */
export interface Notifications {
  /** The pause's own outcome, or `notified` as soon as something happens in the environment. */
  sooner<T>(pause: Promise<T>, topic: Topic, scope: Scope): Promise<T | 'notified'>;
  notify(topic: Topic, scope: Scope): void;
}

/** Makes a process's notifications. */
export const makeNotifications = (): Notifications => {
  /** Waiting callers by topic and environment; removed when the last one leaves. */
  const waiting = new Map<string, Set<() => void>>();
  const leave = (name: string, wake: () => void): void => {
    const here = waiting.get(name);
    here?.delete(wake);
    if (here?.size === 0) waiting.delete(name);
  };
  return {
    sooner: async (pause, topic, scope) => {
      const name = nameOf(topic, scope);
      let wake = (): void => undefined;
      const notified = new Promise<'notified'>((resolve) => {
        wake = () => resolve('notified');
      });
      waiting.set(name, (waiting.get(name) ?? new Set()).add(wake));
      return Promise.race([pause, notified]).finally(() => leave(name, wake));
    },
    notify: (topic, scope) => {
      for (const wake of waiting.get(nameOf(topic, scope)) ?? []) wake();
    },
  };
};

const TOPICS = new Map<AnyKind, Topic>([
  [callApprovalKind, 'approvals'],
  [dataPlaneObservationKind, 'planes'],
]);

/** Notifies of what was written. */
export const notifyOfWrites = (
  notifications: Notifications,
  changes: readonly Change[],
  revocations: readonly Revocation[] = [],
): void => {
  for (const scope of revocations) notifications.notify('revocations', scope);
  for (const change of changes) {
    const topic = TOPICS.get(change.kind);
    if (topic !== undefined && 'record' in change) notifications.notify(topic, change.record as Scope);
  }
};

const nameOf = (topic: Topic, { tenantId, environmentId }: Scope): string =>
  JSON.stringify([topic, tenantId, environmentId]);
