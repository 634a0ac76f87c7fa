import * as v from 'valibot';
import { DeliveryStatusAnswer } from './destination.js';
import { Id, ReasonCodeField, SchemaVersion } from './fields.js';

/** The body of a delivery check (docs/spec/destinations.md#test). */
export const TestDestinationBody = v.strictObject({
  tenant_id: Id,
  environment_id: Id,
  reason_code: ReasonCodeField,
});

/** The result of a delivery check: delivery metadata only (docs/spec/destinations.md#record). */
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
