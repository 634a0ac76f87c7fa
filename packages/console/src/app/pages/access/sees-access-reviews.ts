import { type Api, useApi } from '../../state/api.js';
import { useOverview } from '../overview/use-overview.js';

/** Whether the caller's permissions let them see access reviews here. */
export const maySeeAccessReviews = (api: Api): boolean => api.makesFor('access_review.read') === 'any';

/** The same, or as a reviewer: reviewers need no permission, and the overview has what only they and readers get. */
export const useSeesAccessReviews = (): boolean => {
  const api = useApi();
  const { data } = useOverview();
  // Nobody without an environment comes here but reviewers.
  const isReviewer = api.environment === '' || data?.waiting.some(({ kind }) => kind === 'access_review');
  return maySeeAccessReviews(api) || isReviewer === true;
};
