import type { GovgateError } from '@govgate/client';
import { useEffect, useState } from 'react';
import { useApi } from '../../../state/api.js';
import { useLoad } from '../../../state/use-load.js';
import { useQuiet } from '../../../state/use-quiet.js';
import { formatOf, type ReadPolicy, type SavedPolicy } from '../policy-changes.js';

const QUIET_MS = 400;

/** What was found in a text. */
export type Found = Pick<SavedPolicy, 'validation' | 'warnings'>;

/** What is found in a draft's text as it is written, where the caller may check it; the last that was found until there is more. */
export const useTextCheck = (
  { policy_version, permissions }: ReadPolicy,
  text: string,
): { readonly found: Found | undefined; readonly error: GovgateError | undefined } => {
  const { client } = useApi();
  const checked = useQuiet(text, QUIET_MS);
  const mayCheck = permissions.allowed_actions.includes('validate') && checked !== '';
  const { data, error } = useLoad(['text check', policy_version, mayCheck && checked], async ({ signal }) =>
    mayCheck
      ? client.checkPolicyText(
          { policy_version, body: { text: checked, text_format: formatOf(checked) } },
          { signal },
        )
      : null,
  );
  const [last, setLast] = useState<Found>();
  useEffect(() => {
    if (data !== undefined && data !== null) setLast(data);
  }, [data]);
  return { found: data ?? last, error };
};
