import {
  agentClasses,
  clientSessionClasses,
  clientSurfaceClasses,
  credentialBindingClasses,
  dataPlaneClasses,
  destinationClasses,
  environmentSettingsClasses,
  groupClasses,
  policyVersionClasses,
  roleBindingClasses,
  serviceAccountClasses,
  userClasses,
} from '@govgate/domain';
import { expect } from 'chai';
import { BUNDLE_SCHEMAS, type WireSectionName } from './bundle-schema.js';

/** The stored records that a section carries field by field, and the fields that it leaves out. */
const RECORDS: Readonly<
  Partial<Record<WireSectionName, { readonly classes: object; readonly leftOut: readonly string[] }>>
> = {
  environments: { classes: environmentSettingsClasses, leftOut: [] },
  users: { classes: userClasses, leftOut: [] },
  service_accounts: { classes: serviceAccountClasses, leftOut: [] },
  groups: { classes: groupClasses, leftOut: [] },
  role_bindings: { classes: roleBindingClasses, leftOut: [] },
  policies: {
    classes: policyVersionClasses,
    leftOut: [
      'submittedText',
      'previousPolicyVersion',
      'lastPublishedAt',
      'lastPublishedBy',
      'archivedAt',
      'archivedBy',
      'createdAt',
      'updatedAt',
    ],
  },
  credential_bindings: { classes: credentialBindingClasses, leftOut: [] },
  client_surfaces: {
    classes: clientSurfaceClasses,
    leftOut: ['reviewedBy', 'reviewedAt', 'disabledAt', 'revokedAt', 'revocations', 'createdAt'],
  },
  agents: { classes: agentClasses, leftOut: [] },
  sessions: { classes: clientSessionClasses, leftOut: ['revocationId'] },
  data_planes: { classes: dataPlaneClasses, leftOut: ['createdAt', 'updatedAt'] },
  destinations: {
    classes: destinationClasses,
    leftOut: ['duplicatesExportJobs', 'disabledAt', 'disableReasonCode', 'createdAt', 'updatedAt'],
  },
};

const camel = (key: string): string =>
  key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

describe('the sections of a bundle', () => {
  for (const [name, { classes, leftOut }] of Object.entries(RECORDS)) {
    it(`carry every stored field of ${name}, or say that it stays behind`, () => {
      const item = BUNDLE_SCHEMAS[name as WireSectionName].item as { readonly entries: object };
      const carried = new Set(Object.keys(item.entries).map(camel));
      expect(Object.keys(classes).filter((field) => !carried.has(field))).to.deep.equal([...leftOut]);
    });
  }
});
