import type { ReadinessProbe as ReadinessProbeResult, Scope } from '@govgate/domain';

/** Asks a data plane whether it is ready (docs/spec/data-planes.md, probe). */
export interface PlaneReadinessProbe {
  /** One GET of the URL behind a reference of the plane's own tenant and environment, 5 seconds at most; never rejects. */
  probe(scope: Scope, readinessProbeRef: string): Promise<ReadinessProbeResult>;
}
