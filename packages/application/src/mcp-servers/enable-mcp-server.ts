import { decideEnableServer } from '@govgate/domain';
import { serverSwitch } from './switch-mcp-server.js';

/** Lets calls to a server through again. */
export const makeEnableMcpServer = serverSwitch({
  action: 'enable',
  eventType: 'mcp_server.enabled',
  told: 'enabled',
  decide: decideEnableServer,
});
