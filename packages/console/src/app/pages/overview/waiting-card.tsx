import { List, ListItem } from '@patternfly/react-core';
import { Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import { type WaitingOfKind, waitingKinds, waitingTotal } from '../reviews/waiting-total.js';
import { LinkedCard } from './linked-card.js';

const t = texts.overview;

/** What the caller may decide, by kind: what runs out first on top, then what waits longest. */
export const WaitingCard = ({ waiting }: { readonly waiting: readonly WaitingOfKind[] }) => {
  const { href } = useApi();
  const { count, isAtLeast } = waitingTotal(waiting);
  const kinds = [...waitingKinds(waiting)].sort((a, b) => (urgency(a) < urgency(b) ? -1 : 1));
  return (
    <LinkedCard title={t.waiting} path="reviews">
      <p>{t.waitingCount(count, isAtLeast)}</p>
      <List isPlain>
        {kinds.map(({ kind, count: ofKind, is_at_least, oldest_at, first_expires_at }) => (
          <ListItem key={kind}>
            <a href={href('reviews', { kind })}>{t.ofKind(kind, ofKind, is_at_least)}</a> –{' '}
            {first_expires_at !== null && (
              <>
                {t.runsOut} <Moment of={first_expires_at} />,{' '}
              </>
            )}
            {t.oldest} <Moment of={oldest_at} />
          </ListItem>
        ))}
      </List>
    </LinkedCard>
  );
};

const urgency = ({ first_expires_at, oldest_at }: WaitingOfKind): string =>
  `${first_expires_at ?? '9'} ${oldest_at ?? '9'}`;
