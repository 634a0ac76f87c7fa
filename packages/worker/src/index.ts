export type { DeliveryParts } from './delivery/check-webhook.js';
export * from './delivery/make-delivery-probe.js';
export * from './delivery/sign-webhook.js';
export { isCidr } from './egress/address-policy.js';
export * from './egress/egress.js';
export * from './egress/make-egress.js';
export * from './mcp-probe/make-mcp-backend-probe.js';
export * from './readiness-probe/make-plane-readiness-probe.js';
export * from './secret-resolver/make-secret-resolver.js';
