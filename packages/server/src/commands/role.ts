import type { RoleBindingInput } from '@govgate/application';
import { addSeconds, isId, isPrincipalId, REASON_CODE_PATTERN, ROLES } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { asOperator } from './as-operator.js';
import { printLine } from './print-line.js';
import { secondsOf } from './token.js';

export interface GrantOptions {
  readonly tenant: string;
  readonly user?: string;
  readonly group?: string;
  readonly serviceAccount?: string;
  readonly environment?: string;
  readonly ttl?: string;
  readonly reason: string;
}

/** `govgate role grant ROLE`: tells on stderr what it is going to do, then does it; the role binding on stdout. */
export const grantRole = async (role: string, options: GrantOptions): Promise<void> => {
  const { tenant } = options;
  const draft = draftOf(role, options);
  await asOperator(tenant, async ({ ports, useCases, ask }) => {
    const expiresAt =
      options.ttl === undefined ? null : addSeconds(ports.clock.now(), secondsOf(options.ttl));
    const input: RoleBindingInput = { ...draft, expiresAt };
    const preview = await ask(useCases.previewRoleBinding, input);
    const { permissionsGranted, newlyEffective, affectedUserCount, findings } = preview;
    process.stderr.write(
      [
        `${input.role} gives ${permissionsGranted.length} permissions, ${newlyEffective.length} of them new: ${newlyEffective.join(', ') || 'none'}`,
        `It affects ${affectedUserCount} ${affectedUserCount === 1 ? 'user' : 'users'}.`,
        ...findings.map(({ severity, reasonCode }) => `${severity}: ${reasonCode}`),
        '',
      ].join('\n'),
    );
    const binding = await ask(useCases.createRoleBinding, input);
    printLine({
      binding_id: binding.bindingId,
      tenant_id: tenant,
      role: binding.role,
      subject_type: binding.subject.subjectType,
      subject_id: binding.subject.subjectId,
      environment_id: binding.scope.environmentId,
      expires_at: binding.expiresAt,
    });
  });
};

const draftOf = (name: string, options: GrantOptions): Omit<RoleBindingInput, 'expiresAt'> => {
  const role = ROLES.find((one) => one === name);
  if (role === undefined)
    throw new CommandFailure(`The role must be one of ${ROLES.join(', ')}.`, EXIT.usage);
  const { tenant, environment, reason } = options;
  if (environment !== undefined && !isId(environment))
    throw new CommandFailure('The environment must be an identifier.', EXIT.usage);
  if (!REASON_CODE_PATTERN.test(reason))
    throw new CommandFailure('--reason must be a reason code such as new_admin.', EXIT.usage);
  return {
    tenantId: tenant,
    role,
    subject: subjectOf(options),
    scope:
      environment === undefined
        ? { scopeType: 'tenant' }
        : { scopeType: 'environment', environmentId: environment },
    reasonCode: reason,
    reason: null,
    notBefore: null,
  };
};

const subjectOf = ({ user, group, serviceAccount }: GrantOptions): RoleBindingInput['subject'] => {
  const named = [
    { subjectType: 'user', subjectId: user },
    { subjectType: 'group', subjectId: group },
    { subjectType: 'service_account', subjectId: serviceAccount },
  ].filter(({ subjectId }) => subjectId !== undefined) as RoleBindingInput['subject'][];
  const [subject, ...others] = named;
  if (subject === undefined || others.length > 0)
    throw new CommandFailure('Name one of --user, --group and --service-account.', EXIT.usage);
  if (!isPrincipalId(subject.subjectId))
    throw new CommandFailure('The subject is named by printable characters without spaces or /.', EXIT.usage);
  return subject;
};
