import { mcpRegistryOperations } from '../mcp-registry/registry.js';
import type { Operation } from '../operation/define-operation.js';
import { scimOperations } from '../scim/registry.js';
import { backchannelLogout } from './identity/backchannel-logout.js';
import { readSignalKeys, readTransmitter } from './identity/read-transmitter.js';
import { receiveSignal } from './identity/receive-signal.js';

/** What identity providers, receivers of shared signals and MCP clients call by standards of their own; clients of this API do not, so it is not in the OpenAPI document. */
export const foreignOperations: readonly Operation[] = [
  ...scimOperations,
  ...mcpRegistryOperations,
  backchannelLogout,
  receiveSignal,
  readTransmitter,
  readSignalKeys,
];
