import { expect } from 'chai';
import { ALL_PERMISSIONS, areaOf, PERMISSION_AREAS, type Permission, permissionsOf } from './permissions.js';
import { ROLE_PERMISSIONS, ROLES, roleHolds } from './roles.js';

// The tables of the contract docs/spec/authorization.md, in their own words.
const PERMISSIONS = `policy.{read,write,validate,publish,archive,evaluate} credential_binding.{read,create,approve,rotate,disable,revoke}
  mcp_server.{read,register,review,deprecate,disable} client_surface.{read,manage,revoke}
  agent.{read,register,review,disable,revoke} session.{read,terminate,report} data_plane.{read,operate,report}
  siem_webhook.{read,manage,test,disable} local_identity.{read,manage} role_binding.{read,create,disable}
  audit.{read,export} approval.{read,request,decide} access_review.{read,manage}`;

const ROLE_TABLE = {
  security_admin:
    'policy.* credential_binding.* session.* client_surface.* agent.* siem_webhook.* local_identity.* role_binding.* audit.* approval.* access_review.* mcp_server.{read,review,disable} data_plane.{read,report}',
  platform_admin:
    'data_plane.* mcp_server.* client_surface.* agent.{read,register,disable} session.* siem_webhook.* local_identity.read policy.{read,evaluate} credential_binding.read role_binding.read approval.read access_review.*',
  registry_reviewer: 'mcp_server.{read,review,deprecate} agent.{read,review} policy.read',
  server_owner: 'mcp_server.{read,register,deprecate} credential_binding.{read,create,rotate}',
  policy_admin: 'policy.* mcp_server.read agent.read client_surface.read data_plane.read',
  credential_admin: 'credential_binding.{read,create,rotate,disable,revoke}',
  auditor: 'audit.* siem_webhook.read',
  viewer:
    'policy.read credential_binding.read mcp_server.read client_surface.read agent.read session.read data_plane.read siem_webhook.read local_identity.read role_binding.read approval.read access_review.read',
  break_glass_admin:
    'session.{read,terminate} credential_binding.{read,disable,revoke} agent.{read,disable,revoke} client_surface.{read,revoke} mcp_server.{read,disable} data_plane.read approval.read',
  data_plane_agent:
    'policy.{read,evaluate} mcp_server.read agent.read client_surface.read credential_binding.read session.{read,report} data_plane.{read,report} approval.{read,request}',
};

const spelled = (text: string): string[] => text.trim().split(/\s+/).flatMap(spelledArea).sort();

const spelledArea = (entry: string): string[] => {
  const [area = '', verbs = ''] = entry.split('.');
  if (verbs === '*') return every.filter((permission) => permission.startsWith(`${area}.`));
  return verbs
    .replace(/[{}]/g, '')
    .split(',')
    .map((verb) => `${area}.${verb}`);
};

const every: readonly string[] = ALL_PERMISSIONS;

describe('the permissions', () => {
  it('are exactly those of the contract', () => {
    expect([...ALL_PERMISSIONS]).to.deep.equal(spelled(PERMISSIONS));
  });

  it('belong to the area they name', () => {
    for (const area of PERMISSION_AREAS)
      for (const permission of permissionsOf(area)) expect(areaOf(permission)).to.equal(area);
  });
});

describe('the role of a gateway', () => {
  const changes = ALL_PERMISSIONS.filter(
    (permission) => !/\.(read|report|request|evaluate)$/.test(permission),
  );

  it('cannot change anything governed', () => {
    expect(changes.filter((permission) => roleHolds('data_plane_agent', permission))).to.deep.equal([]);
  });

  it('can be granted by a security administrator, who has all of its permissions', () => {
    const lacked = ROLE_PERMISSIONS.data_plane_agent.filter((one) => !roleHolds('security_admin', one));
    expect(lacked).to.deep.equal([]);
  });
});

describe('the roles', () => {
  it('are the nine of the contract and the gateway’s', () => {
    expect(ROLES).to.deep.equal(Object.keys(ROLE_TABLE).sort());
  });

  for (const role of ROLES) {
    it(`${role} bundles exactly what the contract says, without duplicates`, () => {
      expect([...ROLE_PERMISSIONS[role]].sort()).to.deep.equal(spelled(ROLE_TABLE[role]));
    });

    it(`${role} is asked the same way`, () => {
      const held = ALL_PERMISSIONS.filter((permission: Permission) => roleHolds(role, permission));
      expect(held).to.deep.equal(spelled(ROLE_TABLE[role]));
    });
  }

  it('that are unknown grant nothing', () => {
    for (const permission of ALL_PERMISSIONS)
      expect(
        roleHolds('root' as 'viewer', permission) || roleHolds('constructor' as 'viewer', permission),
      ).to.equal(false);
  });
});
