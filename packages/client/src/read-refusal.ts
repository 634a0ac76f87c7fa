import { type Failure, GovgateError } from './govgate-error.js';

/** What an answer is to be read with. */
export interface Reading {
  readonly operationId: string;
  /** Whether a refusal may have the shape of the operation's own answer. */
  readonly refusesInItsShape: boolean;
  /** What must not be repeated, whoever says it. */
  readonly token: string | undefined;
}

/** What a refusal says. */
export const readRefusal = (
  { operationId, refusesInItsShape, token }: Reading,
  { status, headers }: Response,
  text: string,
): GovgateError => {
  const isOurs = (text: string): boolean => token === undefined || !text.includes(token);
  // Nothing of govgate repeats a token; whoever does has nothing else to say.
  const body = isOurs(text) ? parsed(text) : undefined;
  const requestId = headers.get('x-request-id') ?? undefined;
  const known = {
    operationId,
    status,
    requestId: requestId !== undefined && isOurs(requestId) ? requestId : undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  };
  if (isEnvelope(body, status)) return new GovgateError({ ...partsOf(body), ...known });
  const answer = refusesInItsShape ? body : undefined;
  return new GovgateError({
    ...known,
    reasonCode: 'other_answer',
    message:
      answer === undefined
        ? 'Something other than govgate answered.'
        : 'What was refused stands in the answer.',
    retryable: answer === undefined && status >= 500,
    answer,
  });
};

interface Envelope extends Omit<Failure, 'operationId'> {
  readonly machineSafe: true;
}

const isEnvelope = (body: unknown, status: number): body is Envelope => {
  if (typeof body !== 'object' || body === null) return false;
  const { machineSafe, reasonCode, retryable, message, status: ownStatus } = body as Partial<Envelope>;
  const isTyped =
    typeof reasonCode === 'string' && typeof message === 'string' && typeof retryable === 'boolean';
  return machineSafe === true && ownStatus === status && isTyped;
};

const partsOf = ({ reasonCode, message, retryable, detail, expected, field, permission }: Envelope) => ({
  reasonCode,
  message,
  retryable,
  detail,
  expected,
  field,
  permission,
});

const secondsOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
