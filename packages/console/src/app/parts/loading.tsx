import { Skeleton } from '@patternfly/react-core';
import { texts } from '../texts.js';

/** The place of what is being loaded. */
export const Loading = ({ lines = 3 }: { readonly lines?: number }) => (
  <div className="loading">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else.
      <Skeleton key={line} fontSize="lg" {...(line === 0 && { screenreaderText: texts.loading })} />
    ))}
  </div>
);
