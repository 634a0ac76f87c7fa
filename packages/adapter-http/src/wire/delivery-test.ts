import * as v from 'valibot';
import { described } from './described.js';
import { DeliveryStatusAnswer } from './destination.js';
import { Id, ReasonCodeField, RequestId, SchemaVersion } from './fields.js';

/** The body of a delivery check (docs/spec/destinations.md#test). */
export const TestDestinationBody = v.strictObject({
  tenant_id: described(Id, 'The tenant of the destination.', 'acme'),
  environment_id: described(Id, 'The environment of the destination.', 'production'),
  reason_code: ReasonCodeField,
});

/** The result of a delivery check: delivery metadata only (docs/spec/destinations.md#record). */
export const TestResultAnswer = v.object({
  schemaVersion: SchemaVersion,
  request_id: RequestId,
  tenant_id: described(v.string(), 'The tenant of the destination.', 'acme'),
  environment_id: described(v.string(), 'The environment of the destination.', 'production'),
  destination_id: described(v.string(), 'Names where events go; unique in its environment.', 'dest_siem'),
  accepted: described(v.boolean(), 'Whether the check ran or is queued, whatever the result.'),
  delivery_status: DeliveryStatusAnswer,
  audit_event_ref: described(
    v.string(),
    'The audit event that records the call.',
    'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  permissions: described(
    v.object({
      allowed_actions: described(
        v.array(v.string()),
        'Actions the caller may take now, by the rules that are enforced.',
        ['test'],
      ),
    }),
    'What the caller may do with the destination.',
  ),
});
