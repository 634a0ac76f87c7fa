import type { Deliveries } from '@govgate/client';
import { Code } from '../../parts/text.js';
import { texts } from '../../texts.js';

type Reason = Deliveries['items'][number]['reason_code'];

const WORDS: Readonly<Record<Reason, string>> = texts.destinations.reasons;

/** The reason of a delivery's outcome in words, with its code for looking it up. */
export const ReasonWords = ({ of }: { readonly of: Reason | '' | null | undefined }) => (
  <>
    {of ? WORDS[of] : ''} <Code of={of} />
  </>
);
