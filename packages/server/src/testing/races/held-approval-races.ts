import { expect } from 'chai';
import { importBundle, runCli } from '../processes/spawned-service.js';
import { tellProof } from '../proof-record.js';
import { ADMIN_TOKEN, type Call } from '../test-service.js';
import { asGateway, lifeOfApprovals, prepareRaces, raceApprovals, SOUND_LIVES } from './approval-races.js';

const token = ADMIN_TOKEN;

const GATEWAY = {
  service_accounts: [{ service_account_id: 'gateway', tenant_id: 'default', display_name: 'Gateway' }],
  role_bindings: [
    {
      binding_id: 'rb_gateway',
      tenant_id: 'default',
      role: 'data_plane_agent',
      subject: { subject_type: 'service_account', subject_id: 'gateway' },
      scope: { scope_type: 'tenant' },
      reason_code: 'imported',
      granted_by: 'cli',
    },
  ],
};

/** Creates the gateway that requests in the races, in the store that the environment names. */
export const makeRacingGateway = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  await importBundle(environment, GATEWAY);
  const make = ['token', 'create', '--tenant', 'default', '--service-account', 'gateway'];
  asGateway((await runCli(make, environment)).stdout.trim());
};

/** Runs the races on two processes, and checks the trail against what is allowed. */
export const holdApprovalRaces = async (
  calls: readonly [Call, Call],
  races: number,
  where: string,
  atATime?: number,
): Promise<void> => {
  await prepareRaces(calls[0]);
  const isEveryEndSeen = async (): Promise<boolean> => {
    const seen = endsOf([...(await lifeOfApprovals(calls[1])).values()].map((life) => life.join(' ')));
    return ENDS.every((end) => seen.includes(end));
  };
  const ids = await raceApprovals(calls, { races, atATime, isEveryEndSeen });
  const lives = await lifeOfApprovals(calls[1]);
  const tally: Record<string, number> = {};
  const broken: string[] = [];
  for (const id of ids) {
    const life = (lives.get(id) ?? []).join(' ');
    tally[life] = (tally[life] ?? 0) + 1;
    const { json } = await calls[0](`/v1/approvals/${id}?environment_id=production`, { token });
    if (!SOUND_LIVES.has(life)) broken.push(`${id}: ${life}`);
    else if (!toldAs(life).includes(json.status)) broken.push(`${id}: ${life}, told as ${json.status}`);
  }
  const measured = JSON.stringify(tally);
  const what = `approvals raced over two processes on ${where}`;
  tellProof({ id: 'A5', what, trials: ids.length, broken: broken.length, measured });
  expect(broken).to.deep.equal([]);
  // The races were races: each of these outcomes occurred.
  expect(endsOf(Object.keys(tally)), measured).to.include.members(ENDS);
  expect((await calls[0]('/v1/audit/verify?from=0', { token })).json.valid).to.equal(true);
};

const ENDS = ['used', 'withdrawn', 'denied'];

const endsOf = (lives: readonly string[]): string[] => lives.map((life) => life.split(' ').at(-1) ?? '');

/** What the API may answer for an approval with such a trail; an overdue one counts as expired before the job records it. */
const toldAs = (life: string): readonly string[] => {
  const last = life.split(' ').at(-1) ?? '';
  if (last === 'requested') return ['pending', 'expired'];
  return last === 'approved' ? ['approved', 'expired'] : [last];
};
