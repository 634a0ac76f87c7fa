import type { ReadinessProbe as ReadinessProbeResult } from '@govgate/domain';

/** Asks a data plane whether it is ready (decisions, section 7, probe). */
export interface PlaneReadinessProbe {
  /** One GET of the URL behind the reference, 5 seconds at most; never rejects. */
  probe(readinessProbeRef: string): Promise<ReadinessProbeResult>;
}
