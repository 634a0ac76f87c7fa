import { DEFINITION_SETTINGS } from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import { Id, Name, ReasonCodeField, SchemaVersion, TenantId } from './fields.js';

/** An environment of a tenant (docs/spec/identity.md). */
export const EnvironmentAnswer = v.object({
  schema_version: SchemaVersion,
  environment_id: described(v.string(), 'Names the environment; unique in its tenant.', 'production'),
  tenant_id: TenantId,
});

/** The same with its settings. */
export const EnvironmentDetailAnswer = v.object({
  ...EnvironmentAnswer.entries,
  display_name: described(
    v.nullable(v.string()),
    'What people call the environment; null for its id alone.',
    'Production',
  ),
  registry: described(
    v.nullable(
      v.object({
        enabled: described(v.boolean(), 'Whether the catalogue is served.'),
        public: described(v.boolean(), 'Whether the catalogue is readable without a token.'),
        gateway_url: described(
          v.optional(v.string()),
          'Where the MCP servers of the environment are reached.',
          'https://mcp.example.com',
        ),
      }),
    ),
    'The catalogue of approved MCP servers; null for none.',
  ),
  definitions: described(
    v.picklist(DEFINITION_SETTINGS),
    'What a call must state about the definition of a pinned tool: `required`, `offered` (gateways must, AuthZEN may leave it out) or `trust_gateway`.',
  ),
  console: described(
    v.nullable(
      v.object({
        session_hours: described(v.number(), 'How long a session of the console lasts, in hours.', 8),
      }),
    ),
    'How the console behaves here; null for a session of 12 hours.',
  ),
  sessions: described(
    v.object({
      end_on_logout: described(
        v.boolean(),
        'Whether sessions end when their user logs out of the identity provider.',
      ),
    }),
    'How client sessions end.',
  ),
});

export const EnvironmentParams = v.object({
  environment_id: described(Id, 'Names the environment; unique in its tenant.', 'production'),
});

export const CreateEnvironmentBody = v.strictObject({
  environment_id: described(Id, 'Names the environment; unique in its tenant.', 'production'),
  reason_code: v.optional(ReasonCodeField),
});

/** Hours of a console session. */
export const SessionHours = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(720));
/** Where servers are reached through a gateway. */
export const GatewayUrl = v.pipe(v.string(), v.maxLength(1024), v.regex(/^https?:\/\/[^\s?#@]+$/));

export const ConfigureEnvironmentBody = v.strictObject({
  display_name: described(
    v.optional(v.nullable(Name)),
    'What people call the environment; null for its id alone.',
    'Production',
  ),
  registry: described(
    v.optional(
      v.nullable(
        v.strictObject({
          enabled: described(v.boolean(), 'Whether the catalogue is served.'),
          public: described(v.boolean(), 'Whether the catalogue is readable without a token.'),
          gateway_url: described(
            v.optional(GatewayUrl),
            'Where the MCP servers of the environment are reached.',
            'https://mcp.example.com',
          ),
        }),
      ),
    ),
    'The catalogue of approved MCP servers; null for none.',
  ),
  definitions: described(
    v.optional(v.picklist(DEFINITION_SETTINGS)),
    'What a call must state about the definition of a pinned tool: `required`, `offered` (gateways must, AuthZEN may leave it out) or `trust_gateway`.',
  ),
  console: described(
    v.optional(
      v.nullable(
        v.strictObject({
          session_hours: described(SessionHours, 'How long a session of the console lasts, in hours.'),
        }),
      ),
    ),
    'How the console behaves here; null for a session of 12 hours.',
  ),
  sessions: described(
    v.optional(
      v.strictObject({
        end_on_logout: described(
          v.boolean(),
          'Whether sessions end when their user logs out of the identity provider.',
        ),
      }),
    ),
    'How client sessions end.',
  ),
  reason_code: v.optional(ReasonCodeField),
});
