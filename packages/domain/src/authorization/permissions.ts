/** What can be done to each kind of thing; a permission is written `<area>.<verb>` (contract decisions, section 2). */
export const PERMISSION_VERBS = {
  policy: ['read', 'write', 'validate', 'publish', 'archive'],
  credential_binding: ['read', 'create', 'approve', 'rotate', 'disable', 'revoke'],
  mcp_server: ['read', 'register', 'review', 'deprecate', 'disable'],
  client_surface: ['read', 'manage', 'revoke'],
  agent: ['read', 'register', 'review', 'disable', 'revoke'],
  session: ['read', 'terminate'],
  data_plane: ['read', 'operate'],
  siem_webhook: ['read', 'manage', 'test', 'disable'],
  local_identity: ['read', 'manage'],
  role_binding: ['read', 'create', 'disable'],
  audit: ['read', 'export'],
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

/** Every permission there is, sorted. */
export const ALL_PERMISSIONS: readonly Permission[] = PERMISSION_AREAS.flatMap(permissionsOf).sort();

/** The area a permission belongs to. */
export const areaOf = (permission: Permission): PermissionArea => permission.split('.')[0] as PermissionArea;
