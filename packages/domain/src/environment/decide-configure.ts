import { type Decided, moved, noChange } from '../decided.js';
import { isSameJson } from '../same-json.js';
import type { EnvironmentPatch, EnvironmentSettings } from './environment-settings.js';

/** Changes an environment's settings; each is replaced whole. */
export const decideConfigure = (
  settings: EnvironmentSettings,
  patch: EnvironmentPatch,
): Decided<EnvironmentSettings> => {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const record = { ...settings, ...Object.fromEntries(given) };
  return isSameJson(record, settings) ? noChange(settings) : moved(settings, record);
};
