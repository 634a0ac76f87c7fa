import type { Manifest } from '../manifest.js';

/** Whether calls may reach a tool of a live manifest: it is approved and unchanged, and its server is enabled. */
export const isCallable = (manifest: Manifest, toolId: string): boolean =>
  (manifest.registrationStatus === 'active' || manifest.registrationStatus === 'deprecated') &&
  manifest.tools.some((tool) => tool.toolId === toolId && tool.gatewayStatus === 'approved');
