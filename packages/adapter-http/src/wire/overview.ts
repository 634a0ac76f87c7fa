import { FIRST_STEPS, WAITING_KINDS } from '@govgate/application';
import { DELIVERY_STATES } from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import { Count, DateTime, EnvironmentId, SchemaVersion, TenantId } from './fields.js';

const Waiting = v.object({
  kind: described(v.picklist(WAITING_KINDS), 'What kind of record waits.'),
  count: described(Count, 'How many the caller may decide now.'),
  is_at_least: described(v.boolean(), 'True if there are more than were looked through.'),
  oldest_at: described(v.nullable(DateTime), 'Since when the oldest waits; null where none does.'),
  first_expires_at: described(v.nullable(DateTime), 'When the first runs out; null where none does.'),
});

const Troubles = v.object({
  destinations: described(
    v.optional(
      v.object({
        enabled: described(Count, 'How many are enabled.'),
        failing: described(
          v.array(
            v.object({
              destination_id: described(
                v.string(),
                'Names the destination; unique in its environment.',
                'siem',
              ),
              status: described(v.picklist(DELIVERY_STATES), 'The status of its deliveries.'),
              reason_code: described(v.string(), 'Why, as a code.', 'connection_refused'),
              checked_at: described(v.nullable(DateTime), 'When that was seen; null for never.'),
            }),
          ),
          'Those that are enabled and do not deliver.',
        ),
      }),
    ),
    'Destinations of the environment.',
  ),
  data_planes: described(
    v.optional(
      v.object({
        total: described(Count, 'All of the environment.'),
        healthy: described(Count, 'Those that are well.'),
        degraded: described(Count, 'Those that serve with something amiss.'),
        unhealthy: described(Count, 'Those that do not serve as they should.'),
        unknown: described(Count, 'Those that have not reported yet.'),
      }),
    ),
    'Data planes by readiness.',
  ),
  mcp_servers: described(
    v.optional(
      v.object({
        total: described(Count, 'Those that are not disabled.'),
        drifted: described(Count, 'Those with a tool that is not as approved.'),
        unverified: described(Count, 'Those with an approved tool that cannot be compared.'),
        trust_gateway: described(
          v.boolean(),
          'True if calls are decided without the definition of a tool, so that gateways must compare it.',
        ),
      }),
    ),
    'MCP servers of the environment.',
  ),
  api_tokens: described(
    v.optional(v.object({ without_end: described(Count, 'Tokens in force that never expire.') })),
    'API tokens of the tenant.',
  ),
});

const Activity = v.object({
  start: described(DateTime, 'Where the hour begins, in UTC.'),
  changes: described(Count, 'Events of what was done.'),
  denials: described(Count, 'Events of what was forbidden.'),
});

/** What waits, what fails and what happened (docs/spec/operations.md#overview). */
export const OverviewAnswer = v.object({
  schema_version: SchemaVersion,
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  generated_at: described(DateTime, 'When this answer was computed.'),
  waiting: described(v.array(Waiting), 'What waits for the caller, by kind.'),
  troubles: described(Troubles, 'What needs attention.'),
  trail: described(
    v.optional(
      v.object({
        hours: described(v.array(Activity), 'The last 24 hours, the present one included.'),
        last_sequence: described(Count, 'The last event; 0 for none.'),
        signed_up_to: described(Count, 'The last event that a signed checkpoint covers; 0 for none.'),
        signed_at: described(v.nullable(DateTime), 'When that checkpoint was signed; null where none is.'),
      }),
    ),
    "The tenant's audit trail.",
  ),
  first_steps: described(
    v.array(
      v.object({
        step: described(v.picklist(FIRST_STEPS), 'A task of setting up an environment.'),
        done: described(v.boolean(), 'Whether the step is done.'),
      }),
    ),
    'What makes an empty environment one that governs calls.',
  ),
});
