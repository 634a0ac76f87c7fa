import { rememberEtag } from './etags.js';
import { GovgateError } from './govgate-error.js';

/** The answer of a call, as it was sent; the record that the caller has where that still holds. */
export const readAnswer = async (
  operationId: string,
  response: Response,
  seen: object | undefined,
): Promise<unknown> => {
  if (response.status === 304 && seen !== undefined) return seen;
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new GovgateError({
      operationId,
      status: response.status,
      reasonCode: 'other_answer',
      message: 'The answer is not JSON.',
      retryable: false,
    });
  }
  rememberEtag(answer, response.headers.get('etag'));
  return answer;
};
