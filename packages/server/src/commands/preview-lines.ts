import type { RoleBindingPreview } from '@govgate/client';

/** What a role would give, in words. */
export const previewLines = (
  role: string,
  { permissions_granted, newly_effective, affected_user_count, findings }: RoleBindingPreview,
): string =>
  [
    `${role} gives ${permissions_granted.length} permissions, ${newly_effective.length} of them new: ${newly_effective.join(', ') || 'none'}`,
    `It affects ${affected_user_count} ${affected_user_count === 1 ? 'user' : 'users'}.`,
    ...findings.map(({ severity, reason_code }) => `${severity}: ${reason_code}`),
    '',
  ].join('\n');
