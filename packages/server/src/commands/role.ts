import type { RoleBindingInput } from '@govgate/application';
import { isId, isPrincipalId, REASON_CODE_PATTERN, ROLES } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { asOperator } from './as-operator.js';
import { hereOrThere, type There } from './here-or-there.js';
import { previewLines } from './preview-lines.js';
import { printLine } from './print-line.js';
import * as remote from './remote/role.js';
import { endOfTtl } from './ttl.js';

export interface GrantOptions extends There {
  readonly user?: string;
  readonly group?: string;
  readonly serviceAccount?: string;
  readonly ttl?: string;
  readonly reason: string;
}

/** `govgate role grant ROLE`: describes on stderr what it is about to do, then does it; the role binding goes to stdout. */
export const grantRole = async (name: string, options: GrantOptions): Promise<void> => {
  const draft = draftOf(name, options);
  const { role, subject, reasonCode, expiresAt } = draft;
  const { environment } = options;
  await hereOrThere(options, grantHere(draft), (service) =>
    remote.grantRole(service, {
      role,
      subject: { subject_type: subject.subjectType, subject_id: subject.subjectId },
      scope:
        environment === undefined
          ? { scope_type: 'tenant' }
          : { scope_type: 'environment', environment_id: environment },
      reason_code: reasonCode,
      expires_at: expiresAt,
    }),
  );
};

type Draft = Omit<RoleBindingInput, 'tenantId'>;

const grantHere =
  (draft: Draft) =>
  ({ tenant: named }: GrantOptions): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }) => {
      const input: RoleBindingInput = { ...draft, tenantId: tenant };
      const preview = await ask(useCases.previewRoleBinding, input);
      process.stderr.write(previewLines({ role: input.role, ...preview }));
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

const draftOf = (name: string, options: GrantOptions): Draft => {
  const role = ROLES.find((one) => one === name);
  if (role === undefined)
    throw new CommandFailure(`The role must be one of ${ROLES.join(', ')}.`, EXIT.usage);
  const { environment, reason, ttl } = options;
  if (environment !== undefined && !isId(environment))
    throw new CommandFailure('The environment must be an identifier.', EXIT.usage);
  if (!REASON_CODE_PATTERN.test(reason))
    throw new CommandFailure('--reason must be a reason code such as new_admin.', EXIT.usage);
  return {
    role,
    subject: subjectOf(options),
    scope:
      environment === undefined
        ? { scopeType: 'tenant' }
        : { scopeType: 'environment', environmentId: environment },
    reasonCode: reason,
    reason: null,
    notBefore: null,
    expiresAt: endOfTtl(ttl),
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
    throw new CommandFailure('A subject consists of printable characters without spaces or /.', EXIT.usage);
  return subject;
};
