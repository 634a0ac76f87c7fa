import { DELIVERY_STATES } from '@govgate/domain';
import * as v from 'valibot';
import { DateTimeOrEmpty, Id, ReasonCodeField, SchemaVersion } from './fields.js';

/** How a delivery stands (contract, section 2.2). */
export const DeliveryStatusAnswer = v.object({
  status: v.picklist(DELIVERY_STATES),
  checked_at: DateTimeOrEmpty,
  reason_code: v.string(),
  last_error: v.optional(v.object({ reason_code: v.string(), retryable: v.optional(v.boolean()) })),
});

/** The body of a delivery check (contract, section 4.3). */
export const TestDestinationBody = v.strictObject({
  tenant_id: Id,
  environment_id: Id,
  reason_code: ReasonCodeField,
});

/** The result of a delivery check: delivery metadata only (contract, section 2.2). */
export const TestResultAnswer = v.object({
  schemaVersion: SchemaVersion,
  request_id: v.string(),
  tenant_id: v.string(),
  environment_id: v.string(),
  destination_id: v.string(),
  accepted: v.boolean(),
  delivery_status: DeliveryStatusAnswer,
  audit_event_ref: v.string(),
  permissions: v.object({ allowed_actions: v.array(v.string()) }),
});
