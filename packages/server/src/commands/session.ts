import { type Ports, planTermination, proofWithin, systemCaller } from '@govgate/application';
import { isId, REASON_CODE_PATTERN } from '@govgate/domain';
import { clientSessionKind } from '@govgate/ports';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { LOCAL_TENANT } from './as-operator.js';
import { hereOrThere, LOCAL_ENVIRONMENT, onlyThere, type There } from './here-or-there.js';
import { printLine } from './print-line.js';
import * as remote from './remote/sessions.js';
import { withPorts } from './with-ports.js';

export interface EndSessionOptions extends There {
  readonly reason: string;
  readonly wait?: boolean;
  readonly timeout: string;
}

interface Ended {
  readonly tenant: string;
  readonly environment: string;
  readonly reason: string;
}

/** `govgate session list`: one session per line. */
export const listSessions = (options: There & Parameters<typeof remote.listSessions>[1]): Promise<void> =>
  onlyThere(options, (service) => remote.listSessions(service, options));

/** How often ending a session is retried while somebody else changes it. */
const TRIES = 5;
const LONGEST_WAIT_SECONDS = 3_600;

/**
 * `govgate session end`: ends a session at once. With `--wait` it reports which planes have applied the revocation, as JSON on stdout;
 * exit code 1 unless all have in time.
 */
export const endSession = async (id: string, options: EndSessionOptions): Promise<void> => {
  const { tenant, environment, reason } = options;
  if (![id, tenant ?? LOCAL_TENANT, environment ?? LOCAL_ENVIRONMENT].every(isId))
    throw new CommandFailure('Session, tenant and environment must be identifiers.', EXIT.usage);
  if (!REASON_CODE_PATTERN.test(reason))
    throw new CommandFailure('--reason must be a reason code such as incident.', EXIT.usage);
  const waitMs = options.wait === true ? secondsOf(options.timeout) * 1000 : undefined;
  const waitSeconds = waitMs === undefined ? undefined : waitMs / 1000;
  const here = ({ tenant = LOCAL_TENANT, environment = LOCAL_ENVIRONMENT }: There): Promise<void> =>
    withPorts((ports) => endAndTell(ports, id, { options: { tenant, environment, reason }, waitMs }));
  await hereOrThere(options, here, (service) => remote.endSession(service, id, { reason, waitSeconds }));
};

const secondsOf = (text: string): number => {
  if (/^\d{1,4}$/.test(text) && Number(text) <= LONGEST_WAIT_SECONDS) return Number(text);
  throw new CommandFailure(`--timeout must be whole seconds, up to ${LONGEST_WAIT_SECONDS}.`, EXIT.usage);
};

interface Termination {
  readonly options: Ended;
  readonly waitMs: number | undefined;
}

const endAndTell = async (ports: Ports, id: string, { options, waitMs }: Termination): Promise<void> => {
  const scope = { tenantId: options.tenant, environmentId: options.environment };
  const { previousState, nextState, revocationId } = await end(ports, id, options);
  const told = {
    client_session_id: id,
    previous_state: previousState,
    next_state: nextState,
    revocation_id: revocationId,
  };
  const revocation = revocationId === null ? undefined : await ports.revocations.find(scope, revocationId);
  if (waitMs === undefined || revocation === undefined) return print(told);
  const planes = await proofWithin(ports, scope, { sequence: revocation.sequence, waitMs });
  if (!planes.complete) process.exitCode = EXIT.refused;
  print({
    ...told,
    complete: planes.complete,
    applied: planes.applied,
    pending: planes.pending,
    planes: planes.items.map((plane) => ({
      data_plane_id: plane.dataPlaneId,
      applied: plane.applied,
      applied_at: plane.appliedAt,
      last_seen_at: plane.lastSeenAt,
    })),
  });
};

const end = async (ports: Ports, clientSessionId: string, { tenant, environment, reason }: Ended) => {
  const scope = { tenantId: tenant, environmentId: environment };
  const caller = systemCaller('cli', tenant, ports.ids.mint('request'));
  for (let tried = 0; tried < TRIES; tried += 1) {
    const stored = await ports.records.get(clientSessionKind, scope, clientSessionId);
    if (stored === undefined)
      throw new CommandFailure('There is no such session in that tenant and environment.', EXIT.refused);
    const planned = planTermination(ports, caller, {
      input: { scope, clientSessionId, reasonCode: reason },
      stored,
    });
    if (!planned.ok) throw new CommandFailure('The session cannot be ended.', EXIT.refused);
    const { commit, output } = planned.value;
    if (commit === undefined) return output;
    if ((await ports.unitOfWork.commit({ ...commit, now: () => ports.clock.now() })).committed) return output;
  }
  throw new CommandFailure('The session keeps changing; try again.', EXIT.refused);
};

const print = (told: object): void => {
  printLine(told);
};
