import { setTimeout as delay } from 'node:timers/promises';
import type { GovgateClient } from '@govgate/client';
import type { Enforcer } from '@govgate/domain/gateway';
import type { Sessions } from './sessions.js';
import type { Settings } from './settings.js';

const BEAT_MS = 10_000;

/** Tells govgate how this gateway is and what it has applied: every ten seconds, and as soon as something was applied. */
export const makeHeartbeats = (
  govgate: GovgateClient,
  enforcer: Enforcer,
  sessions: Sessions,
  { data_plane_id }: Settings,
) => {
  let applied = 0;
  let isDue = false;
  let wake = (): void => undefined;

  const beat = async (): Promise<unknown> => {
    const policy = (await enforcer.policyVersion()) ?? '';
    const serving = policy !== '';
    const body = {
      version: { dataPlane: 'example-0.2.0', policy },
      readiness: { status: serving ? ('ready' as const) : ('not_ready' as const), serving },
      policySync: { observedVersion: policy },
      activeSessions: { total: sessions.count() },
      lastRevocationSequence: applied,
    };
    return govgate.reportHeartbeat({ data_plane_id, body });
  };

  return {
    /** The last revocation by which everything was cut off. */
    applied: (sequence: number): void => {
      if (sequence === applied) return;
      applied = sequence;
      isDue = true;
      wake();
    },
    start: async (): Promise<never> => {
      for (;;) {
        isDue = false;
        await beat().catch(() => undefined);
        if (!isDue) await Promise.race([delay(BEAT_MS), new Promise<void>((resolve) => (wake = resolve))]);
        if (!isDue) await sessions.seeAllAgain();
      }
    },
  };
};
