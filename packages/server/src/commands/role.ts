import type { GrantRole } from '@govgate/client';
import { ROLES } from '@govgate/domain';
import { isPrincipalId } from '@govgate/domain/internal';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type ServiceAddress } from './at-service.js';
import { checkedId, checkedReason } from './checked.js';
import { previewLines } from './preview-lines.js';
import { printLine } from './print-line.js';
import { endOfTtl } from './ttl.js';

export interface GrantOptions extends ServiceAddress {
  readonly user?: string;
  readonly group?: string;
  readonly serviceAccount?: string;
  readonly ttl?: string;
  readonly reason: string;
}

/** `govgate role grant ROLE`: describes on stderr what it is about to do, then does it; the role binding goes to stdout. */
export const grantRole = (name: string, options: GrantOptions): Promise<void> => {
  const body = bodyOf(name, options);
  return atService(options, async ({ client }) => {
    process.stderr.write(previewLines(body.role, await client.previewRoleBinding({ body })));
    const made = await client.createRoleBinding({ body });
    const { binding_id, tenant_id, role, subject, scope, expires_at } = made;
    printLine({ binding_id, tenant_id, role, ...subject, environment_id: scope.environment_id, expires_at });
  });
};

const bodyOf = (name: string, options: GrantOptions): GrantRole => {
  const role = ROLES.find((one) => one === name);
  if (role === undefined)
    throw new CommandFailure(`The role must be one of ${ROLES.join(', ')}.`, EXIT.usage);
  const { environment, reason, ttl } = options;
  if (environment !== undefined) checkedId('environment', environment);
  checkedReason(reason, 'new_admin');
  return {
    role,
    subject: subjectOf(options),
    scope:
      environment === undefined
        ? { scope_type: 'tenant' }
        : { scope_type: 'environment', environment_id: environment },
    reason_code: reason,
    expires_at: endOfTtl(ttl),
  };
};

const subjectOf = ({ user, group, serviceAccount }: GrantOptions): GrantRole['subject'] => {
  const named = [
    { subject_type: 'user', subject_id: user },
    { subject_type: 'group', subject_id: group },
    { subject_type: 'service_account', subject_id: serviceAccount },
  ].filter(({ subject_id }) => subject_id !== undefined) as GrantRole['subject'][];
  const [subject, ...others] = named;
  if (subject === undefined || others.length > 0)
    throw new CommandFailure('Name one of --user, --group and --service-account.', EXIT.usage);
  if (!isPrincipalId(subject.subject_id))
    throw new CommandFailure('A subject consists of printable characters without spaces.', EXIT.usage);
  return subject;
};
