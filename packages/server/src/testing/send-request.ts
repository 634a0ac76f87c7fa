import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request like `fetch`, in a fraction of its time: a run of the tests sends a hundred thousand. */
export const sendRequest = (url: string, { method, headers, body }: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const wanted = request(
      url,
      { agent, method, headers: { accept: '*/*', ...length, ...headers } },
      (answer) =>
        textOf(answer).then(
          (text) => resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer.headers), text }),
          reject,
        ),
    );
    wanted.on('error', reject);
    wanted.end(body);
  });

const headersOf = (received: IncomingHttpHeaders): Headers => {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
};
