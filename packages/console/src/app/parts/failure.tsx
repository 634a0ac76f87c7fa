import type { GovgateError } from '@govgate/client';
import { Alert, Button } from '@patternfly/react-core';
import { texts } from '../texts.js';
import { Facts } from './facts.js';
import { Code, Text } from './text.js';

/** Why something failed, in the API's own words, with the call's id in its log. */
export const Failure = ({
  error,
  retry,
}: {
  readonly error: GovgateError;
  readonly retry?: (() => void) | undefined;
}) => (
  <Alert
    className="failure"
    role="alert"
    variant="danger"
    isInline
    component="p"
    title={<Text of={error.detail ?? sentenceOf(error)} />}
    actionLinks={
      retry && (
        <Button variant="link" isInline onClick={retry}>
          {texts.tryAgain}
        </Button>
      )
    }
  >
    <Facts
      facts={[
        [texts.reason, error.reasonCode],
        [texts.field, error.field],
        [texts.permission, error.permission],
        [texts.requestId, error.requestId],
      ].flatMap(([head, of]) =>
        of === undefined ? [] : [[head ?? '', <Code key={head} of={of} />] as const],
      )}
    />
  </Alert>
);

// The client's messages begin with the operation, for logs. Status and reason are shown below.
export const sentenceOf = ({ message }: GovgateError): string => message.replace(/^\w+: (\d+ )?\w+: /, '');
