import type { Operation } from '../operation/define-operation.js';
import {
  scimListResourceTypes,
  scimListSchemas,
  scimReadResourceType,
  scimReadSchema,
  scimSearch,
  scimServiceProviderConfig,
} from './discovery.js';
import {
  scimCreateGroup,
  scimListGroups,
  scimPatchGroup,
  scimReadGroup,
  scimRemoveGroup,
  scimReplaceGroup,
} from './groups.js';
import {
  scimCreateUser,
  scimListUsers,
  scimPatchUser,
  scimReadUser,
  scimRemoveUser,
  scimReplaceUser,
} from './users.js';

/** The operations of SCIM. They describe themselves by SCIM's own means and so are not in the OpenAPI document. */
export const scimOperations: readonly Operation[] = [
  scimServiceProviderConfig,
  scimListResourceTypes,
  scimReadResourceType,
  scimListSchemas,
  scimReadSchema,
  scimSearch,
  scimListUsers,
  scimReadUser,
  scimCreateUser,
  scimReplaceUser,
  scimPatchUser,
  scimRemoveUser,
  scimListGroups,
  scimReadGroup,
  scimCreateGroup,
  scimReplaceGroup,
  scimPatchGroup,
  scimRemoveGroup,
];
