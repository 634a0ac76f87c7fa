import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCreateApiToken } from '@govgate/application';
import type { ApiToken, RoleBinding } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { apiTokenKind, groupKind, roleBindingKind, serviceAccountKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { LONG_FORM } from '../testing/proof-record.js';
import { ADMIN_TOKEN, type Call, startTestService } from '../testing/test-service.js';
import { until } from '../testing/until.js';
import { putRecords } from '../testing/worlds/world.js';

const GRANTS = LONG_FORM ? 5_000 : 300;
const KILLS = LONG_FORM ? 8 : 3;
const REVIEWERS = 10;
/** Records in one commit of the setup, and decisions in one call. */
const TOGETHER = 50;
const BATCH = 10;
const NOW = '2026-01-01T00:00:00.000Z';

interface Item {
  readonly item_id: string;
  readonly kind: string;
  readonly resource_id: string;
  readonly decision: string;
}

const binding = (tenantId: string, bindingId: string): RoleBinding => ({
  bindingId,
  tenantId,
  role: 'viewer',
  subject: { subjectType: 'user', subjectId: `u_${bindingId}` },
  scope: { scopeType: 'tenant' },
  reasonCode: 'imported',
  reason: null,
  notBefore: null,
  expiresAt: null,
  grantedBy: 'cli',
  createdAt: NOW,
  disabledBy: null,
  disabledAt: null,
  disableReasonCode: null,
});

const token = (tenantId: string, tokenId: string): ApiToken => ({
  tokenId,
  tenantId,
  subjectType: 'user',
  subjectId: `u_${tokenId}`,
  secretHash: '0'.repeat(64),
  environmentIds: null,
  permissions: null,
  createdBy: 'cli',
  madeBy: [],
  ancestors: [],
  createdAt: NOW,
  expiresAt: null,
  revokedBy: null,
  revokedAt: null,
});

/** Of ten grants seven are role bindings, two tokens and one is a service account. */
const grantRecord = (tenantId: string, index: number) => {
  const id = String(index).padStart(12, '0');
  if (index % 10 < 7) return { kind: roleBindingKind, record: binding(tenantId, `rb_${id}`) };
  if (index % 10 < 9) return { kind: apiTokenKind, record: token(tenantId, id) };
  const account = { serviceAccountId: `svc_${id}`, tenantId, displayName: id, disabledAt: null };
  return { kind: serviceAccountKind, record: account };
};

const isEven = ({ resource_id }: Item): boolean => Number(resource_id.slice(-1)) % 2 === 0;

/** What is decided on a grant, whoever decides. */
const decisionOn = (item: Item): 'keep' | 'revoke' => (isEven(item) ? 'revoke' : 'keep');

/** Fills a store with grants, and returns the reviewers' tokens. */
const fill = async (folder: string): Promise<readonly string[]> => {
  const service = await startTestService({ on: 'sqlite', settings: { GOVGATE_DATA: folder } });
  try {
    const { ports } = service;
    const tenantId = ports.settings.bootstrapTenant;
    const members = Array.from({ length: REVIEWERS }, (_, index) => `reviewer_${index}`);
    const people = members.map((userId) => ({
      kind: userKind,
      record: userOf(userId, { tenantId }),
    }));
    const reviewers = {
      groupId: 'reviewers',
      tenantId,
      displayName: 'Reviewers',
      externalIds: [],
      externalId: null,
      managedElsewhere: false,
      createdAt: NOW,
      disabledAt: null,
      members,
    };
    await putRecords(ports, tenantId, [...people, { kind: groupKind, record: reviewers }]);
    for (let made = 0; made < GRANTS; made += TOGETHER) {
      const some = Array.from({ length: TOGETHER }, (_, index) => grantRecord(tenantId, made + index));
      await putRecords(ports, tenantId, some);
    }
    const create = makeCreateApiToken(ports, randomBytes);
    return await Promise.all(
      members.map(async (subjectId) => {
        const made = await create({ tenantId, subjectType: 'user', subjectId, environmentIds: null });
        if (!made.ok) throw new Error('no token');
        return made.value.reveal();
      }),
    );
  } finally {
    await service.stop();
  }
};

const pagesOf = async (call: Call, path: string): Promise<Item[]> => {
  const items: Item[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await call(`${path}?limit=200${cursor}`, { token: ADMIN_TOKEN });
    items.push(...json.items);
    if (json.page.next_cursor === undefined) return items;
    cursor = `&cursor=${json.page.next_cursor}`;
  }
};

/** Decides on items until all are decided or the service is gone; notes what was acknowledged. */
const decideUntilGone = async (
  call: Call,
  path: string,
  { token: reviewer, items, acknowledged }: Reviewing,
): Promise<void> => {
  for (let at = 0; at < items.length; at += BATCH) {
    const decisions = items
      .slice(at, at + BATCH)
      .map((item) => ({ item_id: item.item_id, decision: decisionOn(item), reason_code: 'reviewed' }));
    const answer = await call(`${path}/decide`, { token: reviewer, body: { decisions } }).catch(
      () => undefined,
    );
    if (answer === undefined) return;
    expect(answer.status, answer.text).to.equal(200);
    for (const { item_id } of decisions) acknowledged.add(item_id);
  }
};

interface Reviewing {
  readonly token: string;
  readonly items: readonly Item[];
  readonly acknowledged: Set<string>;
}

/** How often each event of the trail is about a grant. */
const countEvents = async (call: Call): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  const { text } = await call('/v1/audit/export', { token: ADMIN_TOKEN });
  for (const line of text.trim().split('\n')) {
    const { event_type, resource, related_ids = [], outcome } = JSON.parse(line);
    if (outcome !== 'success') continue;
    const about = event_type === 'access_review.decided' ? related_ids[0] : resource.resource_id;
    const key = `${event_type} ${about}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

const ENDED: Readonly<Record<string, string>> = {
  role_binding: 'role_binding.disabled',
  api_token: 'api_token.revoked',
  service_account: 'service_account.disabled',
};

/** Kills and restarts take time on a busy machine. */
const PATIENCE_MS = 120_000;

describe('an access review', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-access-review-'));
  let service: SpawnedService | undefined;

  const start = async (): Promise<Call> => {
    service = await spawnService({ GOVGATE_DATA: folder });
    return service.call;
  };

  after(async () => {
    await service?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`over ${GRANTS} grants by ${REVIEWERS} reviewers at once, killed and started again: nothing lost, nothing revoked twice`, async function () {
    this.timeout(LONG_FORM ? 1_800_000 : 300_000);
    const tokens = await fill(folder);
    let call = await start();
    const opened = await call('/v1/access-reviews', {
      token: ADMIN_TOKEN,
      body: {
        name: 'Everything',
        kinds: ['role_binding', 'api_token', 'service_account'],
        reviewers: [{ subject_type: 'group', subject_id: 'reviewers' }],
        due_at: '2099-01-01T00:00:00Z',
        when_unanswered: 'revoke',
      },
    });
    expect(opened.status, opened.text).to.equal(201);
    const path = `/v1/access-reviews/${opened.json.access_review_id}`;
    const read = async () => (await call(path, { token: ADMIN_TOKEN })).json;
    await until(async () => (await read()).progress.undecided > 0, PATIENCE_MS);
    await service?.kill();
    call = await start();
    await until(async () => (await read()).status === 'open', PATIENCE_MS);
    const items = (await pagesOf(call, `${path}/items`)).filter(({ resource_id }) =>
      /\d{12}$/.test(resource_id),
    );
    expect(new Set(items.map(({ kind, resource_id }) => `${kind} ${resource_id}`)).size).to.equal(GRANTS);
    expect(items.length).to.equal(GRANTS);

    const acknowledged = new Set<string>();
    for (let killed = 0; killed <= KILLS; killed += 1) {
      const undecided = items.filter(({ item_id }) => !acknowledged.has(item_id));
      const half = Math.ceil(undecided.length / 2);
      // Every item is before two of them.
      const work = tokens.map((reviewer, index) => {
        const mine = undecided.filter((_, at) => at % (REVIEWERS / 2) === index % (REVIEWERS / 2));
        const ordered = index < REVIEWERS / 2 ? mine : mine.toReversed();
        return decideUntilGone(call, path, { token: reviewer, items: ordered, acknowledged });
      });
      if (killed < KILLS) {
        const before = acknowledged.size;
        await until(() => acknowledged.size >= before + Math.min(half, GRANTS / (2 * KILLS)), PATIENCE_MS);
        await service?.kill();
      }
      await Promise.all(work);
      if (killed < KILLS) call = await start();
    }

    expect(acknowledged.size).to.equal(GRANTS);
    const after = (await pagesOf(call, `${path}/items`)).filter(({ resource_id }) =>
      /\d{12}$/.test(resource_id),
    );
    expect(after.filter((item) => item.decision !== decisionOn(item))).to.deep.equal([]);
    const events = await countEvents(call);
    const broken = after.flatMap((item) => {
      const ended = events.get(`${ENDED[item.kind]} ${item.resource_id}`) ?? 0;
      const decided = events.get(`access_review.decided ${item.item_id}`) ?? 0;
      return ended === (isEven(item) ? 1 : 0) && decided === 1 ? [] : [{ ...item, ended, decided }];
    });
    expect(broken).to.deep.equal([]);
    const verified = (await call('/v1/audit/verify?from=0', { token: ADMIN_TOKEN })).json;
    expect(verified.valid).to.equal(true);
  });
});
