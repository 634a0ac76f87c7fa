import type { EnvironmentSettings } from '@govgate/domain';
import { defaultSettings, environmentSettingsClasses } from '@govgate/domain/internal';
import { environmentSettingsKind } from '@govgate/ports';
import { eachShown, withoutNulls } from '../giving.js';
import { defineSection } from '../section.js';

type Setting = 'displayName' | 'registry' | 'definitions' | 'console' | 'sessions';

export type EnvironmentItem = Omit<EnvironmentSettings, Setting> & {
  readonly [F in Setting]?: EnvironmentSettings[F] | undefined;
};

/** Settings of environments; one that nobody has configured has none. */
export const environmentsSection = defineSection<EnvironmentItem, EnvironmentSettings>({
  eventType: 'environment.imported',
  kind: environmentSettingsKind,
  keyOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId, id: environmentId }),
  take: (item) => {
    const given = Object.entries(item).filter(([, value]) => value !== undefined);
    return { record: { ...defaultSettings(item), ...Object.fromEntries(given) } };
  },
  async *give(records) {
    for await (const settings of eachShown(records, environmentSettingsKind, environmentSettingsClasses))
      yield withoutNulls(settings, 'displayName', 'registry', 'console');
  },
});
