import type { ListPoliciesResponse } from '@govgate/client';
import { useApi } from '../../state/api.js';
import { type Loaded, useLoad } from '../../state/use-load.js';

/** The newest versions of the environment, as many as a page of the list holds. */
export const useVersions = (): Loaded<ListPoliciesResponse> => {
  const { client } = useApi();
  return useLoad(['policy versions'], ({ signal }) =>
    client.listPolicies({ sort: '-created', limit: 200 }, { signal }),
  );
};
