import { rememberEtag } from './etags.js';
import { GovgateError } from './govgate-error.js';

/** The answer of a call, as it was sent; the record that the caller has where that still holds. */
export const readAnswer = async (
  operationId: string,
  response: Response,
  seen: object | undefined,
): Promise<unknown> => {
  if (response.status === 304 && seen !== undefined) return seen;
  const answer = readJson(operationId, response, await response.text());
  rememberEtag(answer, response.headers.get('etag'));
  return answer;
};

/** Reads JSON. What is none came from elsewhere. */
export const readJson = (operationId: string, { status }: Response, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    const message = 'The answer is not JSON.';
    throw new GovgateError({ operationId, status, reasonCode: 'other_answer', message, retryable: false });
  }
};
