import type { RefusalAuditor } from '@govgate/application';
import type { ServiceLog } from '@govgate/ports';

const EVERY_MS = 5_000;

/** Summarises refusals shortly after each minute, and those of the last minute before the process ends. */
export const keepSummingUp = (
  { sumUp }: RefusalAuditor,
  log: Pick<ServiceLog, 'failure'>,
): { stop(): Promise<void> } => {
  const logFailure = (fault: unknown): void => log.failure('refused calls could not be summed up', fault);
  const timer = setInterval(() => void sumUp().catch(logFailure), EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await sumUp('all').catch(logFailure);
    },
  };
};
