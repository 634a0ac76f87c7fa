import { POLICY_ACTIONS, POLICY_EFFECTS, RISK_TIERS } from '@govgate/domain';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import { Count, Id, PrincipalId, SchemaVersion, ToolId, textOf } from './fields.js';
import { Validation } from './policy.js';
import { AnsweredHash, PolicyVersionName } from './policy-fields.js';

const Attribute = v.union([
  textOf(0, 1024),
  v.number(),
  v.boolean(),
  v.pipe(v.array(textOf(0, 1024)), v.maxLength(1000)),
]);

/** A call in a simulation: what a gateway would ask. */
export const SimulatedCall = described(
  v.strictObject({
    agent_id: described(v.optional(Id), 'The agent that would call.', 'agent-billing'),
    client_surface_id: described(v.optional(Id), 'The surface it would call from.', 'surface-ide'),
    user_id: described(v.optional(PrincipalId), 'For whom it would call.', 'ada'),
    groups: described(v.optional(v.pipe(v.array(Id), v.maxLength(1000))), 'Groups of that user.', [
      'operators',
    ]),
    target: described(
      v.variant('kind', [
        v.strictObject({
          kind: described(v.literal('mcp_server'), 'Whether that is an MCP server or an API source.'),
          server_id: described(Id, 'Names the MCP server; unique in its environment.', 'srv_crm'),
          tool_id: described(v.optional(ToolId), 'The tool, as its server calls it.', 'search'),
          resource_uri: described(
            v.optional(textOf(1, 1024)),
            'The URI of the resource that is read.',
            'file:///reports/q3.md',
          ),
          prompt_name: described(v.optional(ToolId), 'The prompt, as its server calls it.', 'summarize'),
        }),
        v.strictObject({
          kind: described(v.literal('api_source'), 'Whether that is an MCP server or an API source.'),
          api_source_id: described(Id, 'The API source that is called.', 'api_ledger'),
          operation_id: described(
            v.optional(Id),
            'The `operationId` in the description of the API source.',
            'listAccounts',
          ),
        }),
      ]),
      'What would be called.',
    ),
    risk_tier: described(v.optional(v.picklist(RISK_TIERS)), 'How much harm calls of the tool can do.'),
    action: described(v.picklist(POLICY_ACTIONS), 'What would be done.'),
    attributes: described(
      v.optional(v.record(textOf(0, 128), Attribute)),
      'Attributes for the conditions of rules, by name.',
    ),
  }),
  'The call to decide.',
);

/** A witness call for a change, as a simulation takes it. */
export const WitnessedCall = v.object({
  ...SimulatedCall.entries,
  attributes: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    'Attributes for the conditions of rules, by name.',
  ),
});

export const SimulateBody = v.strictObject({
  request: SimulatedCall,
  against: described(v.optional(Id), 'Another version, to decide the same call by.', 'pv_6'),
});

// In the manifest's spelling.
const Obligation = v.variant('type', [
  v.object({
    type: described(v.literal('rate_limit'), 'What the gateway must do.'),
    limit: described(Count, 'How many calls are allowed in the window.'),
    window_seconds: described(Count, 'The span in which calls are counted, in seconds.'),
  }),
  v.object({
    type: described(v.literal('audit_level'), 'What the gateway must do.'),
    value: described(v.string(), 'How much the gateway writes down.', 'full_metadata'),
  }),
]);

const SimulatedVersionAnswer = described(
  v.object({
    policy_version: PolicyVersionName,
    manifest_hash: AnsweredHash,
    decision: described(
      v.nullable(
        v.object({
          effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
          reason_code: described(v.string(), 'Why it decides so, as a code.', 'rule_matched'),
          decided_by: described(
            v.array(v.string()),
            'Ids of the rules that decided; none where the default did.',
            ['ask-for-writes'],
          ),
          approvals: described(
            verbatim(
              v.array(
                v.object({
                  approver_role: described(
                    v.string(),
                    'The role that may decide, besides holders of `approval.decide`.',
                    'security_admin',
                  ),
                  ttl_seconds: described(Count, 'How long an approval lasts, in seconds.'),
                  rule_id: described(v.string(), 'The rule to ask for.', 'ask-for-writes'),
                }),
              ),
            ),
            'Who would have to approve.',
          ),
          obligations: described(
            verbatim(v.array(Obligation)),
            'What the gateway must do with an allowed call.',
          ),
          trace: described(
            v.array(
              v.object({
                rule_id: described(v.string(), 'Names the rule; unique in its policy.', 'ask-for-writes'),
                effect: described(v.picklist(POLICY_EFFECTS), 'What the rule does where it matches.'),
                outcome: described(
                  v.picklist(['matched', 'not_matched', 'undecidable']),
                  'Whether the rule matched. `undecidable`: something it asks for is not known.',
                ),
                because: described(
                  v.nullable(v.string()),
                  'The first part that did not match or is not known; null for a match.',
                  'condition',
                ),
                condition: described(
                  v.nullable(Count),
                  'Which condition, from 0; null unless a condition is why.',
                ),
              }),
            ),
            'Every rule, in order, and whether it matched.',
          ),
        }),
      ),
      'What the version decides; null where its manifest is invalid.',
    ),
    errors: described(Validation.entries.errors, 'Every fault of the manifest; none where it is valid.'),
  }),
  'What a version decides about the call.',
);

export const SimulationAnswer = v.object({
  schema_version: SchemaVersion,
  result: SimulatedVersionAnswer,
  against: described(
    v.optional(SimulatedVersionAnswer),
    'What the other version decides; absent where none was named.',
  ),
  same_effect: described(
    v.optional(v.boolean()),
    'Whether both versions decide the call alike; absent without `against`.',
  ),
});
