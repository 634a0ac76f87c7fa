import type { DeliveryReason, Destination, Instant } from '@govgate/domain';

/** What a delivery needs of its destination. The references are resolved where the delivery is made, nowhere before. */
export type DeliveryTarget = Pick<
  Destination,
  | 'destinationId'
  | 'tenantId'
  | 'environmentId'
  | 'kind'
  | 'destinationRef'
  | 'endpointSecretRef'
  | 'tokenSecretRef'
  | 'signingKeyRef'
  | 'retentionPolicy'
  | 'exportSettings'
>;

/** Everything that a check sends to its destination: metadata, and that it is synthetic (docs/spec/destinations.md). */
export interface DeliveryCheck {
  readonly target: DeliveryTarget;
  /** Stable across retries, so that a receiver can recognize a repeated event. */
  readonly eventId: string;
  readonly requestId: string;
  readonly time: Instant;
}

/** How a check went: metadata only, never a body or an exception's text. */
export interface DeliveryCheckOutcome {
  readonly reasonCode: DeliveryReason;
  readonly retryable: boolean;
  readonly latencyMs: number;
  /** How long the endpoint asked to be left alone; null when it did not. */
  readonly retryAfterSeconds: number | null;
}

/** Sends the synthetic `siem_webhook.test` event over the path of real deliveries. */
export interface DeliveryProbe {
  /** Takes 8 seconds at most and never rejects. */
  check(check: DeliveryCheck): Promise<DeliveryCheckOutcome>;
}
