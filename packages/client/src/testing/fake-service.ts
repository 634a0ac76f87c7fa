/** A request as it was sent. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** The response: an answer, a connection fault, or nothing until the caller gives up. */
export type Answering = Response | Error | 'silence';

/** A service that returns the given answers in order, repeating the last one. */
export const makeFakeService = (...answers: (() => Answering)[]) => {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: (url: string, { method = '', headers = {}, body, signal }: RequestInit): Promise<Response> => {
      const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
      sent.push({ url, method, headers: headers as Record<string, string>, body: parsed });
      const answer = (answers[sent.length - 1] ?? answers.at(-1))?.();
      if (answer instanceof Response) return Promise.resolve(answer);
      if (answer instanceof Error) return Promise.reject(answer);
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
  };
};

export const answered =
  (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  (): Response =>
    new Response(JSON.stringify(body), { status, headers });

/** A refusal in the envelope of the service. */
export const refused = (
  status: number,
  reasonCode: string,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  answered(
    {
      schemaVersion: '1.0',
      requestId: 'req_1',
      status,
      reasonCode,
      message: 'It was refused.',
      retryable: status === 429 || status >= 500,
      machineSafe: true,
      redactionStatus: 'metadata_only',
      ...more,
    },
    { 'x-request-id': 'req_1', ...headers },
    status,
  );

/** The connection that ends before an answer arrives. */
export const reset = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('of the token'), { code: 'ECONNRESET' }) });
