import { authorize, ok, type Result, refuse, type Scope } from '@govgate/domain';
import { DEFAULT_EXPORT_SETTINGS, type ExportSettings } from '@govgate/domain/internal';
import type { CallContext } from '../call/context.js';

/** The caller's export settings. Absent: unchanged. */
export type ExportSettingsInput = { readonly [K in keyof ExportSettings]?: ExportSettings[K] | undefined };

interface SettingsChange {
  readonly request?: ExportSettingsInput | undefined;
  readonly before?: ExportSettings;
}

/**
 * The requested settings, if the caller's own grants cover the events to be exported: events of the tenant itself require a tenant-wide
 * grant, those of another environment one in that environment (ADR 30). What the destination already exports stays.
 */
export const acceptExportSettings = (
  { principal }: CallContext,
  { tenantId, environmentId: own }: Scope,
  { request: wanted = {}, before }: SettingsChange,
): Result<ExportSettings> => {
  const mayManage = (environmentId: string | null): boolean =>
    authorize(principal, 'siem_webhook.manage', {
      tenantId,
      environmentId,
      resourceId: null,
      ownerTeam: null,
    });
  const start = before ?? { ...DEFAULT_EXPORT_SETTINGS, tenantEvents: mayManage(null) };
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const settings: ExportSettings = { ...start, ...Object.fromEntries(given) };
  if (settings.tenantEvents && !start.tenantEvents && !mayManage(null))
    return refuse('permission_denied', 'export_settings.tenant_events');
  const reaches = (environmentId: string): boolean =>
    environmentId === own || start.environmentIds.includes(environmentId) || mayManage(environmentId);
  return settings.environmentIds.every(reaches)
    ? ok(settings)
    : refuse('permission_denied', 'export_settings.environment_ids');
};
