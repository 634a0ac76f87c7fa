/** What a role would give, in words. */
export const previewLines = ({
  role,
  permissionsGranted,
  newlyEffective,
  affectedUserCount,
  findings,
}: {
  readonly role: string;
  readonly permissionsGranted: readonly string[];
  readonly newlyEffective: readonly string[];
  readonly affectedUserCount: number;
  readonly findings: readonly { readonly severity: string; readonly reasonCode: string }[];
}): string =>
  [
    `${role} gives ${permissionsGranted.length} permissions, ${newlyEffective.length} of them new: ${newlyEffective.join(', ') || 'none'}`,
    `It affects ${affectedUserCount} ${affectedUserCount === 1 ? 'user' : 'users'}.`,
    ...findings.map(({ severity, reasonCode }) => `${severity}: ${reasonCode}`),
    '',
  ].join('\n');
