import { access } from './access/access.js';
import { agents } from './agents/agents.js';
import { audit } from './audit/audit.js';
import { bindings } from './bindings/bindings.js';
import { dataPlanes } from './data-planes/data-planes.js';
import { destinations } from './destinations/destinations.js';
import { mcpServers } from './mcp-servers/mcp-servers.js';
import { overview } from './overview/overview.js';
import type { ConsolePage } from './page.js';
import { policies } from './policies/policies.js';
import { reviews } from './reviews/reviews.js';
import { sessions } from './sessions/sessions.js';
import { surfaces } from './surfaces/surfaces.js';

/** Every page of the console, in navigation order. */
export const PAGES: readonly ConsolePage[] = [
  overview,
  reviews,
  policies,
  sessions,
  mcpServers,
  agents,
  surfaces,
  bindings,
  dataPlanes,
  destinations,
  access,
  audit,
];
