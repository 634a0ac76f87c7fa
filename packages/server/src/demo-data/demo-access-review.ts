import {
  makeConductAccessReviews,
  makeDecideReviewItems,
  makeListReviewItems,
  makeOpenAccessReview,
} from '@govgate/application';
import { addSeconds, type Result } from '@govgate/domain';
import { DEMO_ADMIN, DEMO_TENANT } from './demo-bundle.js';
import { demoContext } from './demo-context.js';

type Deps = Parameters<typeof makeOpenAccessReview>[0] &
  Parameters<typeof makeConductAccessReviews>[0] &
  Parameters<typeof makeListReviewItems>[0] &
  Parameters<typeof demoContext>[0];

/** The administrator, and somebody who holds no permission for it. */
const REVIEWERS = [DEMO_ADMIN, 'usr_internal_auditor'];
const DUE_SECONDS = 14 * 24 * 3600;

/** What was decided so far, by the grant: nothing that the rest of the demonstration needs is revoked. */
const DECIDED = {
  rb_demo_04: { decision: 'keep', reasonCode: 'still_needed', reason: 'Reviews every submission' },
  rb_demo_11: { decision: 'keep', reasonCode: 'still_needed', reason: undefined },
  svc_gitops: { decision: 'keep', reasonCode: 'still_needed', reason: 'Publishes to staging' },
  rb_demo_15: { decision: 'revoke', reasonCode: 'no_longer_needed', reason: 'Joined another team' },
} as const;

/** Opens an access review of the tenant, has its grants listed, and decides on some. */
export const openDemoReview = async (ports: Deps): Promise<void> => {
  const context = await demoContext(ports, 'user', DEMO_ADMIN);
  const opened = answerOf(
    await makeOpenAccessReview(ports)(context, {
      tenantId: DEMO_TENANT,
      name: 'Quarterly access review',
      environmentId: null,
      kinds: ['role_binding', 'service_account', 'credential_binding'],
      reviewers: REVIEWERS.map((subjectId) => ({ subjectType: 'user', subjectId })),
      dueAt: addSeconds(ports.clock.now(), DUE_SECONDS),
      whenUnanswered: 'keep',
      reasonCode: 'quarterly',
    }),
  );
  await listGrants(ports);
  const ref = { tenantId: DEMO_TENANT, accessReviewId: opened.accessReviewId };
  const request = { ...ref, filters: {}, limit: 200 };
  const { items } = answerOf(await makeListReviewItems(ports)(context, request));
  const decisions = Object.entries(DECIDED).flatMap(([id, decided]) =>
    items.filter(({ resourceId }) => resourceId === id).map(({ itemId }) => ({ itemId, ...decided })),
  );
  answerOf(await makeDecideReviewItems(ports)(context, { ...ref, decisions }));
};

/** What the background work does, without waiting for it. */
const listGrants = (ports: Deps): Promise<void> => {
  const job = { job: 'conduct_access_reviews', jobId: 'demo', environmentId: null, subjectId: '' };
  const requestId = ports.ids.mint('request');
  return makeConductAccessReviews(ports)({ ...job, tenantId: '', requestId }, { aborted: false });
};

const answerOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`the demonstration's access review: ${result.refusal.reasonCode}`);
  return result.value;
};
