import type { EnvironmentSettings, Scope } from '@govgate/domain';
import { defaultSettings } from '@govgate/domain/internal';
import { environmentSettingsKind, type Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { recordTag } from '../call/record-tag.js';
import { type EnvironmentView, environmentView } from './environment-view.js';

/** An environment with its settings, as answered. */
export interface EnvironmentDetail extends EnvironmentView, EnvironmentSettings {
  readonly tag: string;
}

/** The settings of an environment, of version 0 while nobody has changed the defaults. */
export const settingsOf = async (
  { records }: Pick<Ports, 'records'>,
  scope: Scope,
): Promise<Stored<EnvironmentSettings>> =>
  (await records.get(environmentSettingsKind, scope, scope.environmentId)) ?? {
    record: defaultSettings(scope),
    version: 0,
  };

export const environmentDetail = (stored: Stored<EnvironmentSettings>): EnvironmentDetail => ({
  ...environmentView(stored.record.tenantId, stored.record.environmentId),
  ...stored.record,
  tag: recordTag(stored),
});

/** An environment as a record that a call is about. */
export const environmentAccess = (scope: Scope) => ({
  kind: environmentSettingsKind,
  scope,
  within: scope,
  id: scope.environmentId,
  ownerTeamOf: () => null,
});
