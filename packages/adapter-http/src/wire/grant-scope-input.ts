import { PERMISSION_AREAS } from '@govgate/domain';
import * as v from 'valibot';
import { documentedCheck } from '../operation/documented-check.js';
import { described } from './described.js';
import { Id } from './fields.js';

const scopeType = <T extends string>(type: T) => described(v.literal(type), 'How far the grant reaches.');

const OptionalEnvironment = described(
  v.optional(v.nullable(Id)),
  'The environment it is limited to; null for every one.',
  'production',
);

// Fields that a scope type does not use may be present only as null, as in answers. Generators of clients know no type `null` alone.
const Unused = v.optional(
  v.pipe(
    v.null(),
    documentedCheck(() => true, { type: ['string', 'null'], const: null }),
  ),
);

const unused = {
  environment_id: described(Unused, 'Null or omitted: a scope of this type names no environment.'),
  owner_team: described(Unused, 'Null or omitted: a scope of this type names no team.'),
  resource_type: described(Unused, 'Null or omitted: a scope of this type names no kind of record.'),
  resource_id: described(Unused, 'Null or omitted: a scope of this type names no record.'),
};

export const TenantScope = v.strictObject({ ...unused, scope_type: scopeType('tenant') });

export const EnvironmentScope = v.strictObject({
  ...unused,
  scope_type: scopeType('environment'),
  environment_id: described(Id, 'The environment it is limited to.', 'production'),
});

export const TeamScope = v.strictObject({
  ...unused,
  scope_type: scopeType('owner_team'),
  environment_id: OptionalEnvironment,
  owner_team: described(Id, 'The team whose records it is limited to.', 'payments'),
});

export const RecordScope = v.strictObject({
  ...unused,
  scope_type: scopeType('resource'),
  environment_id: OptionalEnvironment,
  resource_type: described(v.picklist(PERMISSION_AREAS), 'The kind of record it is limited to.'),
  resource_id: described(Id, 'The one record it is limited to.', 'srv_crm'),
});

/** The scope of a grant: its type determines its fields. */
export const GrantScopeBody = described(
  v.variant('scope_type', [TenantScope, EnvironmentScope, TeamScope, RecordScope]),
  'Which records the grant covers. `scope_type` says which members are needed.',
);
