import type { Api } from '../../state/api.js';

/** Whether somebody may decide anything that waits. */
export const mayReview = ({ may }: Api): boolean =>
  may('mcp_server.review') ||
  may('credential_binding.approve') ||
  may('agent.review') ||
  may('client_surface.manage') ||
  may('approval.read');
