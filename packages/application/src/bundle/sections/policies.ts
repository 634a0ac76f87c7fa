import {
  type Instant,
  type ManifestBody,
  type ManifestFinding,
  type PolicyTests,
  type PolicyVersion,
  runPolicyTests,
  testFindings,
  VALIDATION_REASONS,
  type ValidationReason,
  validateManifest,
} from '@govgate/domain';
import {
  acceptTests,
  hashOfContent,
  type ManifestTextFormat,
  notValidated,
  type PolicyBodyFormat,
  type PolicyOwner,
  type PolicySource,
  type PolicyStatus,
  type PolicyValidation,
  policyVersionClasses,
  validManifest,
} from '@govgate/domain/internal';
import { partitionOf, policyVersionKind, type RecordStore } from '@govgate/ports';
import { readManifestText } from '../../policies/manifest-text.js';
import { eachShown, type Shown } from '../giving.js';
import type { Note } from '../problem.js';
import { defineSection, type TakeFacts, type Written } from '../section.js';

export interface PolicyItem {
  readonly policyVersion: string;
  readonly status: PolicyStatus;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly owner: PolicyOwner;
  readonly source?: { readonly sourceType: PolicySource['sourceType']; readonly sourceRef?: string | null };
  readonly description?: string | null;
  readonly bodyFormat?: PolicyBodyFormat;
  readonly body: ManifestBody;
  /** The manifest as it was written, if it was sent as a text. */
  readonly text?: string | null;
  readonly textFormat?: ManifestTextFormat | null;
  readonly tests?: unknown;
  readonly validation?: Omit<PolicyValidation, 'errors'> & { readonly errors: readonly FindingItem[] };
  readonly versionState?: {
    readonly previousPolicyVersion?: string | null;
    readonly lastPublishedAt?: Instant | null;
    readonly lastPublishedBy?: string | null;
    readonly archivedAt?: Instant | null;
    readonly archivedBy?: string | null;
  };
}

type FindingItem = Omit<ManifestFinding, 'reasonCode' | 'message'> & {
  readonly reasonCode: ValidationReason;
  readonly message?: string;
};

/** Policy versions, with their tests. Their hash is recomputed; the last validation's result is included as a fact. */
export const policiesSection = defineSection<PolicyItem, PolicyVersion>({
  eventType: 'policy.imported',
  kind: policyVersionKind,
  keyOf: ({ tenantId, environmentId, policyVersion }) => ({ tenantId, environmentId, id: policyVersion }),
  take: (item, facts) => {
    const { owner, source, description = null, body, text = null, textFormat = null } = item;
    const content = {
      owner: { userId: owner.userId, team: owner.team },
      source: { sourceType: source?.sourceType ?? ('import' as const), sourceRef: source?.sourceRef ?? null },
      description,
      body,
      submittedText: text === null ? null : { format: textFormat ?? ('yaml' as const), text },
    };
    const manifestHash = contentHash(content, facts);
    checkText(content, manifestHash, facts);
    const tests = acceptedTests(item.tests ?? null, facts.note);
    if (item.status === 'active') checkActive(body, tests, facts.note);
    const { versionState: state = {} } = item;
    return {
      record: {
        policyVersion: item.policyVersion,
        status: item.status,
        tenantId: item.tenantId,
        environmentId: item.environmentId,
        ...content,
        bodyFormat: item.bodyFormat ?? 'gateway_manifest_v1',
        manifestHash,
        validation: item.validation === undefined ? notValidated(body) : validationOf(item.validation),
        ...(tests === null ? {} : { tests }),
        previousPolicyVersion: state.previousPolicyVersion ?? null,
        lastPublishedAt: state.lastPublishedAt ?? null,
        lastPublishedBy: state.lastPublishedBy ?? null,
        archivedAt: state.archivedAt ?? null,
        archivedBy: state.archivedBy ?? null,
        createdAt: facts.before?.createdAt ?? facts.now,
        updatedAt: facts.now,
      },
      auditVersion: item.policyVersion,
    };
  },
  check: checkOneActive,
  async *give(records) {
    for await (const policy of eachShown(records, policyVersionKind, policyVersionClasses))
      yield policyItem(policy);
  },
});

const contentHash = (
  content: Parameters<typeof hashOfContent>[0],
  { hash, note }: TakeFacts<PolicyVersion>,
): string => {
  const hashed = hashOfContent(content, hash);
  if (hashed.ok) return hashed.value;
  const { reasonCode, field = 'body' } = hashed.refusal;
  note(reasonCode === 'forbidden_material' ? 'forbidden_material' : 'invalid_value', ...field.split('.'));
  return '';
};

// A text that says something else than the body would be shown, and edited, in its place.
const checkText = (
  content: Parameters<typeof hashOfContent>[0],
  manifestHash: string,
  { hash, note }: TakeFacts<PolicyVersion>,
): void => {
  if (content.submittedText === null || manifestHash === '') return;
  const read = readManifestText(content.submittedText.text, content.submittedText.format);
  const hashed = read.ok ? hashOfContent({ ...content, body: read.body }, hash) : undefined;
  if (hashed?.ok !== true) note('invalid_value', 'text');
  else if (hashed.value !== manifestHash) note('inconsistent', 'text');
};

const acceptedTests = (tests: unknown, note: Note): PolicyTests | null => {
  const accepted = acceptTests(tests);
  if (accepted.ok) return accepted.value;
  const { reasonCode, field = 'tests' } = accepted.refusal;
  note(reasonCode === 'forbidden_material' ? reasonCode : 'invalid_value', ...field.split('.'));
  return null;
};

// What gateways enforce from the moment of the import must be valid, whatever the bundle says of its validation.
const checkActive = (body: ManifestBody, tests: PolicyTests | null, note: Note): void => {
  const findings = validateManifest(body);
  for (const { path } of findings) note('validation_failed', 'body', ...path.split('/').slice(1));
  if (findings.length > 0 || tests === null) return;
  const run = runPolicyTests(validManifest(body), tests);
  for (const { path } of testFindings(run)) note('validation_failed', ...path.split('/').slice(1));
};

const validationOf = (validation: NonNullable<PolicyItem['validation']>): PolicyValidation => ({
  valid: validation.valid,
  status: validation.status,
  checkedAt: validation.checkedAt,
  checkedBy: validation.checkedBy,
  ruleCount: validation.ruleCount,
  errors: validation.errors.map(({ reasonCode, line, column, path }) => ({
    reasonCode,
    message: VALIDATION_REASONS[reasonCode],
    line,
    column,
    path,
  })),
});

async function checkOneActive(
  written: readonly Written<PolicyVersion>[],
  records: RecordStore,
): Promise<void> {
  const actives = new Map<string, Set<string>>();
  const active = written.filter(({ record }) => record.status === 'active');
  const overwritten = new Set(written.map(({ record }) => placeOf(record, record.policyVersion)));
  for (const { record, note } of active) {
    const place = placeOf(record, '');
    const others = actives.get(place) ?? (await storedActives(records, record, overwritten));
    actives.set(place, others.add(record.policyVersion));
    if (others.size > 1) note('second_active', 'status');
  }
}

const storedActives = async (
  records: RecordStore,
  { tenantId, environmentId }: PolicyVersion,
  overwritten: ReadonlySet<string>,
): Promise<Set<string>> => {
  const where = { is: { status: 'active' } };
  const page = await records.page(policyVersionKind, { tenantId, environmentId }, { where, limit: 2 });
  const kept = page.items.filter(({ record }) => !overwritten.has(placeOf(record, record.policyVersion)));
  return new Set(kept.map(({ record }) => record.policyVersion));
};

const placeOf = (policy: PolicyVersion, id: string): string => {
  const { tenantId, environmentId } = partitionOf(policyVersionKind, policy);
  return JSON.stringify([tenantId, environmentId, id]);
};

const policyItem = (policy: Shown<PolicyVersion, typeof policyVersionClasses>): PolicyItem => ({
  policyVersion: policy.policyVersion,
  status: policy.status,
  tenantId: policy.tenantId,
  environmentId: policy.environmentId,
  owner: policy.owner,
  source: policy.source,
  description: policy.description,
  bodyFormat: policy.bodyFormat,
  body: policy.body,
  ...(policy.submittedText === null
    ? {}
    : { text: policy.submittedText.text, textFormat: policy.submittedText.format }),
  ...(policy.tests === undefined ? {} : { tests: policy.tests }),
  validation: policy.validation,
  versionState: {
    previousPolicyVersion: policy.previousPolicyVersion,
    lastPublishedAt: policy.lastPublishedAt,
    lastPublishedBy: policy.lastPublishedBy,
    archivedAt: policy.archivedAt,
    archivedBy: policy.archivedBy,
  },
});
