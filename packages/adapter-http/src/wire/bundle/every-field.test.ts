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
} from '@govgate/domain/internal';
import { expect } from 'chai';
import { Ignored } from './bundle-fields.js';
import { BUNDLE_SCHEMAS, type WireSectionName } from './bundle-schema.js';
import { fullDocument } from './testing/full-document.js';

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

/** Fields that are written only, or that follow from others. */
const NOT_EXPORTED: Readonly<Partial<Record<WireSectionName, readonly string[]>>> = {
  mcp_servers: ['read_credential_ref', 'read_credential_header'],
  data_planes: ['readinessProbeRef'],
  destinations: ['webhook_status', 'endpoint_secret_ref', 'token_secret_ref', 'signing_key_ref'],
};

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

describe('the sections of a bundle', () => {
  for (const [name, { item }] of Object.entries(BUNDLE_SCHEMAS)) {
    // `bundle-document.test.ts` imports and exports that document, and compares.
    it(`have every field of ${name} with a value in the document of the round trip`, () => {
      const items = fullDocument.exported()[name as WireSectionName] as readonly Readonly<
        Record<string, unknown>
      >[];
      const missing = Object.entries((item as { readonly entries: object }).entries)
        .filter(([field, schema]) => schema !== Ignored && !items.some((one) => isSaid(one[field])))
        .map(([field]) => field);
      expect(missing, 'give it a value in testing/full-document.ts').to.deep.equal(
        NOT_EXPORTED[name as WireSectionName] ?? [],
      );
    });
  }

  for (const [name, { classes, leftOut }] of Object.entries(RECORDS)) {
    it(`carry every stored field of ${name}, or say that it stays behind`, () => {
      const item = BUNDLE_SCHEMAS[name as WireSectionName].item as { readonly entries: object };
      const carried = new Set(Object.keys(item.entries).map(camel));
      const missing = Object.keys(classes).filter((field) => !carried.has(field));
      expect(missing, 'add it to the item in wire/bundle, or to leftOut above').to.deep.equal([...leftOut]);
    });
  }
});
