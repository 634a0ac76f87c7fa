// What is loaded when a page other than the overview is visited: one file, where a file each would share dozens of small ones.
export { access } from './access/access.js';
export { agents } from './agents/agents.js';
export { audit } from './audit/audit.js';
export { bindings } from './bindings/bindings.js';
export { dataPlanes } from './data-planes/data-planes.js';
export { destinations } from './destinations/destinations.js';
export { mcpServers } from './mcp-servers/mcp-servers.js';
export { policies } from './policies/policies.js';
export { reviews } from './reviews/reviews.js';
export { sessions } from './sessions/sessions.js';
export { surfaces } from './surfaces/surfaces.js';
