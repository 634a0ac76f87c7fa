import type { ReadinessProbe as ReadinessProbeResult, Scope } from '@govgate/domain';

/** Asks a data plane whether it is ready (decisions, section 7, probe). */
export interface PlaneReadinessProbe {
  /** One GET of the URL behind a reference of the plane's own tenant and environment, 5 seconds at most; never rejects. */
  probe(scope: Scope, readinessProbeRef: string): Promise<ReadinessProbeResult>;
}
