import type { GovgateError } from '@govgate/client';
import { texts } from '../texts.js';
import { Code, Text } from './text.js';

/** Why something failed, in the API's own words, with the call's id in its log. */
export const Failure = ({
  error,
  retry,
}: {
  readonly error: GovgateError;
  readonly retry?: (() => void) | undefined;
}) => (
  <div class="failure" role="alert">
    <p>
      <strong>{texts.failed}</strong> <Text of={error.detail ?? sentenceOf(error)} />
    </p>
    <dl class="facts">
      <Detail head={texts.reason} of={error.reasonCode} />
      {error.field !== undefined && <Detail head={texts.field} of={error.field} />}
      {error.permission !== undefined && <Detail head={texts.permission} of={error.permission} />}
      {error.requestId !== undefined && <Detail head={texts.requestId} of={error.requestId} />}
    </dl>
    {retry !== undefined && (
      <button type="button" onClick={retry}>
        {texts.tryAgain}
      </button>
    )}
  </div>
);

const Detail = ({ head, of }: { readonly head: string; readonly of: string }) => (
  <>
    <dt>{head}</dt>
    <dd>
      <Code of={of} />
    </dd>
  </>
);

// The client's messages begin with the operation, for logs. Status and reason are shown below.
const sentenceOf = ({ message }: GovgateError): string => message.replace(/^\w+: (\d+ )?\w+: /, '');
