import { DEFINITION_SETTINGS } from '@govgate/domain/internal';
import * as v from 'valibot';
import { GatewayUrl, SessionHours } from '../environment.js';
import { BundleId, BundleName, maybe } from './bundle-fields.js';

/** The settings of an environment (docs/spec/identity.md#tenants-and-environments). */
export const EnvironmentItem = v.strictObject({
  tenant_id: BundleId,
  environment_id: BundleId,
  display_name: maybe(BundleName),
  registry: maybe(
    v.strictObject({ enabled: v.boolean(), public: v.boolean(), gateway_url: v.optional(GatewayUrl) }),
  ),
  definitions: v.optional(v.picklist(DEFINITION_SETTINGS)),
  console: maybe(v.strictObject({ session_hours: SessionHours })),
  sessions: v.optional(v.strictObject({ end_on_logout: v.boolean() })),
});
