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
      <dt>{texts.reason}</dt>
      <dd>
        <Code of={error.reasonCode} />
      </dd>
      {error.field !== undefined && (
        <>
          <dt>{texts.field}</dt>
          <dd>
            <Code of={error.field} />
          </dd>
        </>
      )}
      {error.permission !== undefined && (
        <>
          <dt>{texts.permission}</dt>
          <dd>
            <Code of={error.permission} />
          </dd>
        </>
      )}
      {error.requestId !== undefined && (
        <>
          <dt>{texts.requestId}</dt>
          <dd>
            <Code of={error.requestId} />
          </dd>
        </>
      )}
    </dl>
    {retry !== undefined && (
      <button type="button" onClick={retry}>
        {texts.tryAgain}
      </button>
    )}
  </div>
);

// The client's messages begin with the operation, for logs. Status and reason are shown below.
const sentenceOf = ({ message }: GovgateError): string => message.replace(/^\w+: (\d+ )?\w+: /, '');
