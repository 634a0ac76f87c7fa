import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';

const EVERY_MS = 20_000;

/** What waits, what fails and what happened, as far as the caller may read it. */
export const useOverview = () => {
  const { client } = useApi();
  return useLoad(['overview'], ({ signal }) => client.readOverview({}, { signal }), EVERY_MS);
};
