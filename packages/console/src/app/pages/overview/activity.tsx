import type { ReadOverviewResponse as Overview } from '@govgate/client';
import { Bars } from '../../parts/bars.js';
import { Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import { barRange } from '../audit/histogram-range.js';
import { LinkedCard } from './linked-card.js';

const t = texts.overview;

type Trail = NonNullable<Overview['trail']>;

/** The last day by hour, and up to where the trail is signed. */
export const Activity = ({ trail }: { readonly trail: Trail }) => {
  const { href } = useApi();
  const { hours, last_sequence, signed_up_to, signed_at } = trail;
  return (
    <LinkedCard title={t.activity} path="audit" isWide>
      <Bars
        label={t.lastDay}
        series={[
          ['info', t.changes],
          ['danger', t.denials],
        ]}
        bars={hours.map(({ start, changes, denials }) => ({
          start,
          counts: [changes, denials],
        }))}
        hrefOf={(first, last) => href('audit', { from: first.start, to: barRange(last.start, 'hour').to })}
      />
      <p>
        {t.signed(signed_up_to, last_sequence)}{' '}
        {signed_at !== null && (
          <>
            {t.signedAt} <Moment of={signed_at} />
          </>
        )}
      </p>
    </LinkedCard>
  );
};
