import type { Operation } from '../operation/define-operation.js';
import { scimOperations } from '../scim/registry.js';
import { backchannelLogout } from './identity/backchannel-logout.js';

/** What identity providers call, by standards of their own; clients of this API do not, so it is not in the OpenAPI document. */
export const identityProviderOperations: readonly Operation[] = [...scimOperations, backchannelLogout];
