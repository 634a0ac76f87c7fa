import { makeReportHeartbeat } from '@govgate/application';
import type { Instant } from '@govgate/domain';
import type { HeartbeatReport, SyncReport } from '@govgate/domain/internal';
import type * as v from 'valibot';
import type { Camelized } from '../../operation/camelized.js';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneAnswer, DataPlaneParams, HeartbeatBody } from '../../wire/data-plane.js';
import { ScopeQuery } from '../../wire/fields.js';
import { instantIn } from '../../wire/role-binding.js';

export const reportHeartbeat = defineOperation({
  id: 'reportHeartbeat',
  method: 'put',
  path: '/v1/data-planes/:data_plane_id/heartbeat',
  useCase: makeReportHeartbeat,
  summary: "Accepts a data plane's heartbeat and returns its orders",
  tag: 'data_planes',
  permission: 'data_plane.report',
  scope: 'named',
  extension: true,
  // A heartbeat leaves no event (it is observed, not governed); a refused one does.
  audited: { eventType: 'data_plane.reported', action: 'heartbeat', idParam: 'data_plane_id' },
  params: DataPlaneParams,
  query: ScopeQuery,
  body: HeartbeatBody,
  response: DataPlaneAnswer,
  recordTag: (plane) => plane.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, report: reportOf(body) }),
});

type HeartbeatInput = Camelized<v.InferOutput<typeof HeartbeatBody>>;

const reportOf = ({
  policySync,
  configPropagation,
  drain,
  upgrade,
  backupRestore,
  ...plain
}: HeartbeatInput) =>
  ({
    ...plain,
    ...(policySync === undefined ? {} : { policySync: syncOf(policySync) }),
    ...(configPropagation === undefined ? {} : { configPropagation: syncOf(configPropagation) }),
    ...(drain === undefined ? {} : { drainState: drain.state }),
    ...(upgrade === undefined ? {} : { upgradeState: upgrade.state }),
    ...(backupRestore === undefined ? {} : { backupRestore: backupOf(backupRestore) }),
  }) as HeartbeatReport;

const syncOf = ({ lastAppliedAt, ...sync }: NonNullable<HeartbeatInput['policySync']>): SyncReport =>
  ({
    ...sync,
    ...(lastAppliedAt === undefined ? {} : { lastAppliedAt: instantIn(lastAppliedAt) }),
  }) as SyncReport;

const backupOf = ({
  lastBackupAt,
  restoreTestedAt,
  ...backup
}: NonNullable<HeartbeatInput['backupRestore']>) => ({
  ...backup,
  ...timeOf('lastBackupAt', lastBackupAt),
  ...timeOf('restoreTestedAt', restoreTestedAt),
});

const timeOf = (name: string, text: string | undefined): Readonly<Record<string, Instant>> => {
  const instant = instantIn(text);
  return instant === null ? {} : { [name]: instant };
};
