import { authorize, type CredentialBinding, type Permission, type Principal } from '@govgate/domain';

/** The environments where a binding can be used: its own and those it allows. */
export const bindingEnvironments = (binding: CredentialBinding): readonly string[] => [
  ...new Set([binding.environmentId, ...binding.allowedEnvironmentIds]),
];

/** Whether the caller may do something to the binding in every environment it reaches, not only in the one that keeps it. */
export const mayEverywhere = (
  principal: Principal,
  permission: Permission,
  binding: CredentialBinding,
): boolean =>
  bindingEnvironments(binding).every((environmentId) =>
    authorize(principal, permission, {
      tenantId: binding.tenantId,
      environmentId,
      resourceId: binding.credentialBindingId,
      ownerTeam: binding.owner.team,
    }),
  );
