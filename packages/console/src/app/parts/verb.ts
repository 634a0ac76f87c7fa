import type { Change, Sent } from './change-buttons.js';
import type { Values } from './fields.js';
import { reasonBody, reasonBodyCamel, reasonFields } from './reason-fields.js';

/** A change whose only input is the reason. */
interface Verb<R, Body> extends Pick<Change<R>, 'action' | 'label' | 'says' | 'isGrave' | 'Consequence'> {
  /** Suggested reason codes. */
  readonly codes?: readonly string[];
  readonly wordsRequired?: boolean;
  readonly send: (sent: Omit<Sent<R>, 'values'> & { readonly body: Body }) => Promise<unknown>;
}

type ReasonBody = ReturnType<typeof reasonBody>;
type CamelReasonBody = ReturnType<typeof reasonBodyCamel>;

export const verb = <R>(declared: Verb<R, ReasonBody>): Change<R> => withReason(declared, reasonBody);

/** The same for resources with camel-case members. */
export const camelVerb = <R>(declared: Verb<R, CamelReasonBody>): Change<R> =>
  withReason(declared, reasonBodyCamel);

const withReason = <R, Body>(
  { codes = [], wordsRequired = false, send, ...change }: Verb<R, Body>,
  bodyOf: (values: Values) => Body,
): Change<R> => ({
  ...change,
  fields: () => reasonFields(codes, { wordsRequired }),
  together: () => ({}),
  send: ({ values, ...sent }) => send({ ...sent, body: bodyOf(values) }),
});
