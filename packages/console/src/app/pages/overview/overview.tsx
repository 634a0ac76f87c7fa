import type { ReadOverviewResponse as Answer } from '@govgate/client';
import { Gallery } from '@patternfly/react-core';
import { Failure } from '../../parts/failure.js';
import { Heading } from '../../parts/heading.js';
import { Loading } from '../../parts/loading.js';
import { texts } from '../../texts.js';
import type { PageContent } from '../page.js';
import { Activity } from './activity.js';
import { FirstSteps } from './first-steps.js';
import { Troubles } from './troubles.js';
import { useOverview } from './use-overview.js';
import { WaitingCard } from './waiting-card.js';

const t = texts.overview;

/** What is wrong, what waits and what happened: as much of it as the caller may see. */
export const overview: PageContent = {
  Page: () => {
    const { data, error, reload } = useOverview();
    return (
      <>
        <Heading title={t.title} />
        {error !== undefined && <Failure error={error} retry={reload} />}
        {!data && error === undefined && <Loading lines={6} />}
        {data && <Cards of={data} />}
      </>
    );
  },
};

const Cards = ({ of: { first_steps, troubles, waiting, trail } }: { readonly of: Answer }) => (
  <Gallery hasGutter minWidths={{ default: '100%', md: '26rem' }}>
    {first_steps.some(({ done }) => !done) && <FirstSteps steps={first_steps} />}
    {Object.keys(troubles).length > 0 && <Troubles of={troubles} />}
    {waiting.length > 0 && <WaitingCard waiting={waiting} />}
    {trail !== undefined && <Activity trail={trail} />}
  </Gallery>
);
