import type { Bundle } from '@govgate/application';
import { type ManifestBody, type PolicyValidation, validateManifest, validationOf } from '@govgate/domain';
import {
  brokenManifest,
  earlierManifest,
  nextManifest,
  productionManifest,
  stagingManifest,
} from './manifests.js';
import type { Moments } from './moments.js';

type Item = NonNullable<Bundle['policies']>[number];

/** Versions in every state: a history in production, a trial in staging, drafts that pass and fail. */
export const demoPolicies = (tenantId: string, moments: Moments): readonly Item[] => [
  ...inProduction(tenantId, moments),
  ...inStaging(tenantId, moments),
];

const inProduction = (tenantId: string, { daysAgo }: Moments): readonly Item[] => {
  const common = commonOf(tenantId);
  const published = publishedBy(daysAgo);
  const first = published(stagingManifest, 90, null);
  return [
    {
      ...common,
      ...first,
      policyVersion: 'pv_prod_001',
      status: 'archived',
      description: 'First try, far too open',
      versionState: { ...first.versionState, archivedAt: daysAgo(40), archivedBy: 'usr_policy_author' },
    },
    {
      ...common,
      ...published(earlierManifest, 45, 'pv_prod_001'),
      policyVersion: 'pv_prod_002',
      status: 'superseded',
      description: 'Every refund needs an approval',
    },
    {
      ...common,
      ...published(productionManifest, 9, 'pv_prod_002'),
      policyVersion: 'pv_prod_003',
      status: 'active',
      description: 'Small refunds without approval',
    },
    {
      ...common,
      policyVersion: 'pv_exports',
      status: 'draft',
      description: 'Data exports, not ready yet',
      source: { sourceType: 'console', sourceRef: null },
      body: brokenManifest,
      validation: validated(brokenManifest, daysAgo(1)),
    },
    {
      ...common,
      policyVersion: 'pv_next',
      status: 'draft',
      description: 'Agents may list tools; ready to publish',
      body: nextManifest,
      validation: validated(nextManifest, daysAgo(0)),
    },
  ];
};

const inStaging = (tenantId: string, { daysAgo }: Moments): readonly Item[] => {
  const common = { ...commonOf(tenantId), environmentId: 'staging' };
  const published = publishedBy(daysAgo);
  return [
    {
      ...common,
      ...published(stagingManifest, 5, null),
      policyVersion: 'pv_stage_007',
      status: 'active',
      description: 'What engineers try out',
      source: { sourceType: 'gitops', sourceRef: 'policies/staging' },
    },
    {
      ...common,
      policyVersion: 'pv_stage_008',
      status: 'draft',
      description: 'The rules of production, to be tried here first',
      body: productionManifest,
      validation: validated(productionManifest, daysAgo(0)),
    },
  ];
};

const commonOf = (tenantId: string) =>
  ({
    tenantId,
    environmentId: 'production',
    owner: { userId: 'usr_policy_author', team: 'security' },
    source: { sourceType: 'gitops', sourceRef: 'policies/production' },
  }) as const satisfies Partial<Item>;

const publishedBy =
  (daysAgo: Moments['daysAgo']) =>
  (body: ManifestBody, days: number, previousPolicyVersion: string | null) => ({
    body,
    validation: validated(body, daysAgo(days)),
    versionState: {
      previousPolicyVersion,
      lastPublishedAt: daysAgo(days),
      lastPublishedBy: 'usr_security_lead',
    },
  });

const validated = (body: ManifestBody, now: string): PolicyValidation =>
  validationOf(body, validateManifest(body), { now, actorId: 'usr_policy_author' });
