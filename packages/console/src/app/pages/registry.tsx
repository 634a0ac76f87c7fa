import { audit } from './audit/audit.js';
import type { ConsolePage } from './page.js';
import { policies } from './policies/policies.js';
import { sessions } from './sessions/sessions.js';

/** Every page of the console, in the order of its navigation. */
export const PAGES: readonly ConsolePage[] = [sessions, policies, audit];
