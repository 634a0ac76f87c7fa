import { decideEnableServer } from '@govgate/domain';
import { serverSwitch } from './switch-mcp-server.js';

/** Allows calls to a server again. */
export const makeEnableMcpServer = serverSwitch({
  action: 'enable',
  eventType: 'mcp_server.enabled',
  told: 'enabled',
  decide: decideEnableServer,
});
