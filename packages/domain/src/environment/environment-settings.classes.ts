import { defineClasses } from '../redaction/classes.js';
import type { EnvironmentSettings } from './environment-settings.js';

/** Field classes of an environment's settings. */
export const environmentSettingsClasses = defineClasses<EnvironmentSettings>()({
  tenantId: 'public',
  environmentId: 'public',
  displayName: 'public',
  registry: 'public',
  definitions: 'public',
  console: 'public',
  sessions: 'public',
});
