import type { EnvironmentSettings } from '@govgate/domain';
import { defineKind } from '../record-kind.js';

/** Settings of environments that somebody has configured; the others have the defaults. */
export const environmentSettingsKind = defineKind<EnvironmentSettings>()({
  name: 'environment_settings',
  scoping: 'environment',
  governed: true,
  idOf: ({ environmentId }) => environmentId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});
