/** The verbs of each resource; a permission is written `<area>.<verb>` (contract docs/spec/authorization.md). */
export const PERMISSION_VERBS = {
  policy: ['read', 'write', 'validate', 'publish', 'archive', 'evaluate'],
  credential_binding: ['read', 'create', 'approve', 'rotate', 'disable', 'revoke'],
  mcp_server: ['read', 'register', 'review', 'deprecate', 'disable'],
  client_surface: ['read', 'manage', 'revoke'],
  agent: ['read', 'register', 'review', 'disable', 'revoke'],
  session: ['read', 'terminate', 'report'],
  data_plane: ['read', 'operate', 'report'],
  siem_webhook: ['read', 'manage', 'test', 'disable'],
  local_identity: ['read', 'manage'],
  role_binding: ['read', 'create', 'disable'],
  audit: ['read', 'export'],
  approval: ['read', 'request', 'decide'],
  access_review: ['read', 'manage'],
} as const;

/** An area of permissions. Grants of scope `resource` name one of these as their `resource_type`. */
export type PermissionArea = keyof typeof PERMISSION_VERBS;

/** A permission such as `policy.publish`. */
export type Permission = {
  [Area in PermissionArea]: `${Area}.${(typeof PERMISSION_VERBS)[Area][number]}`;
}[PermissionArea];

/** Every permission area. */
export const PERMISSION_AREAS = Object.keys(PERMISSION_VERBS) as PermissionArea[];

/** All permissions of an area. */
export const permissionsOf = (area: PermissionArea): Permission[] =>
  PERMISSION_VERBS[area].map((verb) => `${area}.${verb}` as Permission);

/** All permissions, sorted. */
export const ALL_PERMISSIONS: readonly Permission[] = PERMISSION_AREAS.flatMap(permissionsOf).sort();

const ENVIRONMENT_WIDE: ReadonlySet<Permission> = new Set<Permission>(['policy.publish']);

/**
 * Whether a permission affects a whole environment, regardless of the record's owner. A grant for an owner team or a single resource does
 * not give such a permission (docs/spec/authorization.md).
 */
export const needsWholeEnvironment = (permission: Permission): boolean => ENVIRONMENT_WIDE.has(permission);

/** The area a permission belongs to. */
export const areaOf = (permission: Permission): PermissionArea => permission.split('.')[0] as PermissionArea;
