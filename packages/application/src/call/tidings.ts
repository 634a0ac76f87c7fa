import type { Scope } from '@govgate/domain';
import {
  type AnyKind,
  type Change,
  callApprovalKind,
  dataPlaneObservationKind,
  type UnitOfWork,
} from '@govgate/ports';

/** Events somebody may wait for in an environment: a revocation, an approval's outcome, a data plane's progress. */
export type Topic = 'revocations' | 'approvals' | 'planes';

/**
 * Announcements of this process's own writes to waiting callers. Writes by other processes are found by polling: announcements are never
 * the only way to learn of something.
 */
export interface Tidings {
  /** The pause's own outcome, or `told` as soon as something happens in the environment. */
  sooner<T>(pause: Promise<T>, topic: Topic, scope: Scope): Promise<T | 'told'>;
  tell(topic: Topic, scope: Scope): void;
}

/** Makes a process's announcements. */
export const makeTidings = (): Tidings => {
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
      const told = new Promise<'told'>((resolve) => {
        wake = () => resolve('told');
      });
      waiting.set(name, (waiting.get(name) ?? new Set()).add(wake));
      return Promise.race([pause, told]).finally(() => leave(name, wake));
    },
    tell: (topic, scope) => {
      for (const wake of waiting.get(nameOf(topic, scope)) ?? []) wake();
    },
  };
};

/** A unit of work that announces its writes: no use case, import or job can forget to. */
export const tellingOfWrites = (unitOfWork: UnitOfWork, tidings: Tidings): UnitOfWork => ({
  observe: async (changes) => {
    const outcome = await unitOfWork.observe(changes);
    if (outcome.committed) for (const change of changes) tellOf(tidings, change);
    return outcome;
  },
  commit: async (batch) => {
    const outcome = await unitOfWork.commit(batch);
    if (!outcome.committed) return outcome;
    for (const scope of batch.revocations ?? []) tidings.tell('revocations', scope);
    for (const change of batch.changes) tellOf(tidings, change);
    return outcome;
  },
});

const TOPICS = new Map<AnyKind, Topic>([
  [callApprovalKind, 'approvals'],
  [dataPlaneObservationKind, 'planes'],
]);

const tellOf = (tidings: Tidings, change: Change): void => {
  const topic = TOPICS.get(change.kind);
  if (topic !== undefined && 'record' in change) tidings.tell(topic, change.record as Scope);
};

const nameOf = (topic: Topic, { tenantId, environmentId }: Scope): string =>
  JSON.stringify([topic, tenantId, environmentId]);
