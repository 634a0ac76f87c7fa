import { makeImportBundle, makeRequestApproval, type Ports } from '@govgate/application';
import { addSeconds, epochMsOf } from '@govgate/domain';
import { tenantKind } from '@govgate/ports';
import { openDemoReview } from './demo-access-review.js';
import { DEMO_ENVIRONMENT, DEMO_TENANT, demoBundle } from './demo-bundle.js';
import { demoContext } from './demo-context.js';
import { HISTORY_DAYS, writeDemoHistory } from './demo-history.js';

type Deps = Parameters<typeof makeImportBundle>[0] &
  Parameters<typeof makeRequestApproval>[0] &
  Parameters<typeof openDemoReview>[0] &
  Pick<Ports, 'records' | 'clock' | 'ids' | 'unitOfWork'>;

const REPORTER = 'svc_data_planes';

/** Fills an empty store with the demonstration: its records, two weeks of their trail, an approval and an access review that wait. */
export const loadDemoData = async (ports: Deps): Promise<void> => {
  const now = ports.clock.now();
  // What was imported comes before what happened since.
  const begin = addSeconds(now, -HISTORY_DAYS * 24 * 3600);
  const clock = { now: () => begin, epochMs: () => epochMsOf(begin) };
  const load = makeImportBundle({ ...ports, clock });
  const report = await load(demoBundle(now), { dryRun: false, onConflict: 'fail', actor: 'cli' });
  if (!report.accepted) throw new Error('the demonstration data does not pass the import');
  await writeDemoHistory(ports, now);
  await requestApproval(ports);
  await openDemoReview(ports);
};

/** Whether a store holds the demonstration. */
export const holdsDemo = async ({ records }: Pick<Ports, 'records'>): Promise<boolean> =>
  (await records.get(tenantKind, { tenantId: DEMO_TENANT }, DEMO_TENANT)) !== undefined;

/** A refund that a gateway asked for, and that the administrator of the demonstration may approve. */
const requestApproval = async (ports: Deps): Promise<void> => {
  const requested = await makeRequestApproval(ports)(await demoContext(ports, 'service_account', REPORTER), {
    scope: { tenantId: DEMO_TENANT, environmentId: DEMO_ENVIRONMENT },
    request: {
      clientSessionId: 'ses_demo_002',
      serverId: 'srv_payments',
      toolId: 'refund_payment',
      policyVersion: 'pv_prod_003',
      ruleId: 'refunds_need_approval',
      context: { amount_eur: 240 },
    },
  });
  if (!requested.ok) throw new Error(`no approval can be asked for: ${requested.refusal.reasonCode}`);
};
