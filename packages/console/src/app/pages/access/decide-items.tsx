import { type DecideReviewItemsInput, GovgateError, type ListReviewItemsResponse } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import type { Change } from '../../parts/change-buttons.js';
import { reasonBody, reasonFields } from '../../parts/reason-fields.js';
import { Text } from '../../parts/text.js';
import { texts } from '../../texts.js';

const t = texts.accessReviews;

export type ReviewItem = ListReviewItemsResponse['items'][number];

/** Grants under one review that are decided together. */
export type Deciding = readonly [ReviewItem, ...ReviewItem[]];

type Decision = DecideReviewItemsInput['body']['decisions'][number]['decision'];

/** Who holds what, in words. */
export const grantWords = ({ subject, kind, access }: ReviewItem): string =>
  t.holds(subject.subject_id, t.grants(t.one[kind], access));

/** What can be decided on grants under review. */
export const decisions: readonly Change<Deciding>[] = [
  decide('keep', { label: t.keep, says: t.keepSays, codes: ['still_needed', 'reviewed'] }),
  decide('revoke', {
    label: texts.revoke,
    says: t.revokeSays,
    isGrave: true,
    codes: ['no_longer_needed', 'left_the_team', 'too_broad'],
  }),
];

function decide(
  decision: Decision,
  {
    codes,
    ...words
  }: Pick<Change<Deciding>, 'label' | 'says' | 'isGrave'> & { readonly codes: readonly string[] },
): Change<Deciding> {
  return {
    ...words,
    action: decision,
    Consequence: Decided,
    fields: () => reasonFields(codes),
    send: ({ client, record: items, values, options }) => {
      const decisions = items.map(({ item_id }) => ({ item_id, decision, ...reasonBody(values) }));
      const { access_review_id } = items[0];
      return client
        .decideReviewItems({ access_review_id, body: { decisions } }, options)
        .catch((fault: unknown) => {
          throw naming(fault, items);
        });
    },
  };
}

/** Grants named before it is said how many more there are. */
const MOST_NAMED = 10;

function Decided({ record }: { readonly record: Deciding }) {
  const named = record.slice(0, MOST_NAMED);
  return (
    <List isPlain data-deciding={record.length}>
      {named.map((item) => (
        <ListItem key={item.item_id}>
          <Text of={grantWords(item)} />
        </ListItem>
      ))}
      {record.length > named.length && <ListItem>{t.more(record.length - named.length)}</ListItem>}
    </List>
  );
}

/** Says which decision was refused and why. Those before it were made. */
const naming = (fault: unknown, items: Deciding): unknown => {
  if (!(fault instanceof GovgateError)) return fault;
  const [, place = ''] = /^decisions\.(\d+)\./.exec(fault.field ?? '') ?? [];
  const item = items[Number(place)];
  if (place === '' || item === undefined) return fault;
  const { message, reasonCode, field: _, ...failure } = fault;
  const why = t.refused[reasonCode as keyof typeof t.refused] ?? fault.detail ?? reasonCode;
  const detail = t.refusedOn(grantWords(item), why, Number(place));
  return new GovgateError({ ...failure, message, reasonCode, detail });
};
