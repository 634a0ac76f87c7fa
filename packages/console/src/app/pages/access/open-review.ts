import type { OpenAccessReviewInput } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import type { Field, Values } from '../../parts/fields.js';
import { choiceField, idField, idsField, idsIn, oneOf } from '../../parts/make-fields.js';
import { reasonBody, reasonFields } from '../../parts/reason-fields.js';
import type { Api, Permission } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.accessReviews;

type OpenReviewBody = OpenAccessReviewInput['body'];
type Kind = OpenReviewBody['kinds'][number];

/** What ends a grant of each kind: whoever opens a review needs it, too (docs/adr/0065). */
const ENDS = {
  role_binding: 'role_binding.disable',
  credential_binding: 'credential_binding.revoke',
  api_token: 'local_identity.manage',
  service_account: 'local_identity.manage',
} as const satisfies Readonly<Record<Kind, Permission>>;

const KINDS = Object.keys(ENDS) as readonly Kind[];
/** The others are in no environment. */
const IN_ENVIRONMENTS: readonly Kind[] = ['role_binding', 'credential_binding'];

const DAY_MS = 86_400_000;
const DUE_DAYS: Readonly<Record<string, number>> = { '1 week': 7, '2 weeks': 14, '1 month': 30 };

/** Opens a review of the tenant, or of the environment on view: where the caller could end the grants themselves. */
export const openReviews = (api: Api): readonly Change<undefined>[] => [
  ...openIn(null, KINDS, api.mayInTenant),
  ...openIn(api.environment, IN_ENVIRONMENTS, (permission) => api.makesFor(permission) === 'any'),
];

const openIn = (
  environment: string | null,
  all: readonly Kind[],
  may: (permission: Permission) => boolean,
): readonly Change<undefined>[] => {
  const kinds = may('access_review.manage') ? all.filter((kind) => may(ENDS[kind])) : [];
  if (kinds.length === 0) return [];
  return [
    {
      action: 'open',
      label: environment === null ? t.openInTenant : t.openIn(environment),
      says: t.openSays,
      fields: () => fieldsFor(kinds),
      send: ({ client, values, options }) =>
        client.openAccessReview({ body: reviewOf(environment, kinds, values) }, options),
    },
  ];
};

const fieldsFor = (kinds: readonly Kind[]): readonly Field[] => [
  { ...idField('name', t.name), hint: t.nameHint },
  ...kinds.map((kind) => ({
    name: kind,
    label: t.includes[kind],
    kind: 'check' as const,
    initial: 'yes',
  })),
  idsField('reviewers', t.reviewingUsers, { pick: 'user' }),
  idsField('groups', t.reviewingGroups, { pick: 'group' }),
  choiceField('due', t.dueIn, { values: Object.keys(DUE_DAYS), initial: '2 weeks' }),
  { name: 'due_at', label: t.dueAt, kind: 'moment', hint: t.dueAtHint },
  choiceField('when_unanswered', t.whenUnanswered, { values: ['keep', 'revoke'] }),
  ...reasonFields(['quarterly', 'audit', 'incident_response']).filter(({ name }) => name === 'reason_code'),
];

const reviewOf = (environment: string | null, kinds: readonly Kind[], values: Values): OpenReviewBody => ({
  name: values.name ?? '',
  environment_id: environment,
  kinds: kinds.filter((kind) => values[kind] === 'yes'),
  reviewers: [
    ...idsIn(values.reviewers).map((subject_id) => ({ subject_type: 'user' as const, subject_id })),
    ...idsIn(values.groups).map((subject_id) => ({ subject_type: 'group' as const, subject_id })),
  ],
  due_at: dueOf(values),
  when_unanswered: oneOf(['keep', 'revoke'], values.when_unanswered),
  reason_code: reasonBody(values).reason_code,
});

/** The exact time, where one is given. */
const dueOf = ({ due = '', due_at = '' }: Values): string => {
  const at = due_at === '' ? Date.now() + (DUE_DAYS[due] ?? 0) * DAY_MS : Date.parse(due_at);
  return new Date(at).toISOString();
};
