import type { ReadOverviewResponse } from '@govgate/client';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';

const EVERY_MS = 20_000;

/** What waits, what fails and what happened, as far as the caller may read it; nothing without an environment. */
export const useOverview = () => {
  const { client, environment } = useApi();
  return useLoad<ReadOverviewResponse | null>(
    ['overview'],
    ({ signal }) => (environment === '' ? Promise.resolve(null) : client.readOverview({}, { signal })),
    EVERY_MS,
  );
};
