import {
  ACCESS_REVIEW_STATUSES,
  REVIEW_DECISIONS,
  REVIEWED_KINDS,
  type ReviewedKind,
} from '@govgate/domain/internal';
import { accessReviewItemKind, accessReviewKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { CheckpointAnswer } from './audit.js';
import { described } from './described.js';
import {
  Count,
  DateTime,
  Id,
  InstantField,
  listQuery,
  Name,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  TenantId,
  TenantParameter,
} from './fields.js';
import { Permissions } from './permissions.js';

const KINDS = Object.keys(REVIEWED_KINDS) as ReviewedKind[];
const SUBJECT_TYPES = ['user', 'group', 'service_account'] as const;
const REVIEWER_TYPES = ['user', 'group'] as const;

const ReviewId = described(
  Id,
  'Names one access review; made by the service.',
  'arv_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
);
const ItemId = described(
  Id,
  'Names one grant under review; made by the service.',
  'ari_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
);
const WHEN_UNANSWERED = 'What becomes of the grants that nobody decided on when the review is due.';
const REVIEWERS = 'Who decides: users, and groups whose members do. Nobody decides on a grant of their own.';

/** An access review in a list (docs/spec/access-reviews.md). */
export const AccessReviewSummaryAnswer = v.object({
  schema_version: SchemaVersion,
  access_review_id: ReviewId,
  tenant_id: TenantId,
  name: described(v.string(), 'What people call it.', 'Spring 2026'),
  environment_id: described(
    v.nullable(v.string()),
    'The environment whose grants are reviewed; null for the whole tenant.',
    'production',
  ),
  kinds: described(v.array(v.picklist(KINDS)), 'The kinds of grant that are reviewed.'),
  reviewers: described(
    v.array(
      v.object({
        subject_type: described(v.picklist(SUBJECT_TYPES), 'Whether it is a user or a group.'),
        subject_id: described(v.string(), 'The user or group.', 'bea'),
      }),
    ),
    REVIEWERS,
  ),
  due_at: described(DateTime, 'When the review closes.'),
  when_unanswered: described(v.picklist(REVIEW_DECISIONS), WHEN_UNANSWERED),
  status: described(
    v.picklist(ACCESS_REVIEW_STATUSES),
    'Where the review stands: `preparing` while its items are listed.',
  ),
  opened_by: described(v.string(), 'Who opened it.', 'ada'),
  opened_at: described(DateTime, 'When it was opened.'),
  closed_at: described(v.nullable(DateTime), 'When it was closed or cancelled; null until then.'),
  permissions: Permissions,
});

/** The same with how far it is. */
export const AccessReviewAnswer = v.object({
  ...AccessReviewSummaryAnswer.entries,
  progress: described(
    v.object({
      undecided: described(Count, 'Grants that nobody decided on yet.'),
      kept: described(Count, 'Grants that are kept.'),
      revoked: described(Count, 'Grants that were revoked.'),
    }),
    'How far the decisions are.',
  ),
});

/** A grant under review. */
export const ReviewItemAnswer = v.object({
  item_id: ItemId,
  access_review_id: ReviewId,
  kind: described(v.picklist(KINDS), 'What kind of grant it is.'),
  environment_id: described(
    v.nullable(v.string()),
    'Where a credential binding is; null for records of the tenant.',
    'production',
  ),
  resource_id: described(v.string(), 'The role binding, token, account or credential binding.', 'rb_42'),
  subject: described(
    v.object({
      subject_type: described(v.picklist(SUBJECT_TYPES), 'What kind of subject.'),
      subject_id: described(v.string(), 'The user, group or service account.', 'bea'),
    }),
    'Who has the grant; of a credential binding, the user who owns it.',
  ),
  access: described(v.string(), 'What it grants, as it was when it was listed.', 'viewer (tenant)'),
  decision: described(v.picklist([...REVIEW_DECISIONS, 'none']), 'What was decided; `none` until then.'),
  decided_by: described(
    v.nullable(v.string()),
    'Who decided; `worker` where nobody did in time. Null until then.',
    'bea',
  ),
  decided_at: described(v.nullable(DateTime), 'When it was decided; null until then.'),
  reason_code: described(v.nullable(v.string()), 'Why, as a code; null until then.', 'still_needed'),
  reason: described(v.nullable(v.string()), 'Why, in words; null if none were given.', 'Runs the build'),
  permissions: Permissions,
});

export const OpenAccessReviewBody = v.strictObject({
  name: described(Name, 'What people call it.', 'Spring 2026'),
  environment_id: described(
    v.optional(v.nullable(Id), null),
    'The environment whose grants are reviewed; the whole tenant if omitted.',
    'production',
  ),
  kinds: described(
    v.pipe(v.array(v.picklist(KINDS)), v.minLength(1), v.maxLength(KINDS.length)),
    'The kinds of grant to review. In an environment: role bindings and credential bindings.',
  ),
  reviewers: described(
    v.pipe(
      v.array(
        v.strictObject({
          subject_type: described(v.picklist(REVIEWER_TYPES), 'Whether it is a user or a group.'),
          subject_id: described(PrincipalId, 'The user or group.', 'bea'),
        }),
      ),
      v.minLength(1),
      v.maxLength(20),
    ),
    REVIEWERS,
  ),
  due_at: described(InstantField, 'When the review closes.', '2026-04-01T00:00:00Z'),
  when_unanswered: described(v.picklist(REVIEW_DECISIONS), WHEN_UNANSWERED),
  reason_code: v.optional(ReasonCodeField),
});

export const DecideReviewItemsBody = v.strictObject({
  decisions: described(
    v.pipe(
      v.array(
        v.strictObject({
          item_id: ItemId,
          decision: described(v.picklist(REVIEW_DECISIONS), 'Whether the grant stays or ends.'),
          reason_code: ReasonCodeField,
          reason: v.optional(ReasonText),
        }),
      ),
      v.minLength(1),
      v.maxLength(100),
    ),
    'What is decided, item by item.',
  ),
});

export const DecidedItemsAnswer = v.object({
  schema_version: SchemaVersion,
  access_review_id: ReviewId,
  items: described(v.array(ReviewItemAnswer), 'The items as they are now, in the order of the decisions.'),
});

export const AccessReviewReportAnswer = v.object({
  schema_version: SchemaVersion,
  access_review_id: ReviewId,
  format: described(v.picklist(['markdown', 'csv']), 'The format of the report.'),
  content: described(v.string(), 'The report: the review and every decision.'),
  checkpoint: described(
    v.nullable(CheckpointAnswer),
    "The newest signed checkpoint of the trail, which holds the decisions' events; null before the first.",
  ),
});

export const AccessReviewsQuery = v.strictObject({
  tenant_id: TenantParameter,
  status: described(v.optional(v.picklist(ACCESS_REVIEW_STATUSES)), 'Only reviews in this state.'),
  ...listQuery(recordSortsOf(accessReviewKind)),
});

export const ReviewItemsQuery = v.strictObject({
  tenant_id: TenantParameter,
  decision: described(
    v.optional(v.picklist([...REVIEW_DECISIONS, 'none'])),
    'Only items decided so; `none` for those to decide.',
  ),
  kind: described(v.optional(v.picklist(KINDS)), 'Only grants of this kind.'),
  ...listQuery(recordSortsOf(accessReviewItemKind)),
});

export const AccessReviewReportQuery = v.strictObject({
  tenant_id: TenantParameter,
  format: described(v.optional(v.picklist(['markdown', 'csv'])), 'The format; `markdown` if omitted.'),
});

export const AccessReviewParams = v.object({ access_review_id: ReviewId });
