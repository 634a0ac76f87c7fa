import { defineMachine } from '../machine/machine.js';

export const ACCESS_REVIEW_STATUSES = ['preparing', 'open', 'closed', 'cancelled'] as const;
export type AccessReviewStatus = (typeof ACCESS_REVIEW_STATUSES)[number];

/** The life cycle of an access review: its items are listed, then decided, until it is due (docs/spec/access-reviews.md). */
export const accessReviewMachine = defineMachine({
  name: 'access_review',
  states: ACCESS_REVIEW_STATUSES,
  initial: ['preparing'],
  final: ['closed', 'cancelled'],
  triggers: ['open', 'decide', 'close', 'cancel'],
  guards: [],
  rows: [
    { from: 'preparing', on: 'open', to: 'open' },
    { from: 'preparing', on: 'cancel', to: 'cancelled' },
    { from: 'open', on: 'decide', to: 'open' },
    { from: 'open', on: 'close', to: 'closed' },
    { from: 'open', on: 'cancel', to: 'cancelled' },
  ],
});
