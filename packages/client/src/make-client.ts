import type { AnyCallOptions, ClientOptions } from './client-options.js';
import { OPERATIONS } from './generated/operations.gen.js';
import type { GovgateClient } from './govgate-client.js';
import { type Input, makeRequest } from './make-request.js';
import { makeTransport, type Transport } from './make-transport.js';
import type { OperationRow } from './operation-row.js';
import { itemsOf, pagesOf } from './pages.js';
import { readAnswer } from './read-answer.js';
import { readLines } from './read-lines.js';
import type { Timing } from './timing.js';

/** Makes a method of every row of the table. */
export const makeClient = (client: ClientOptions, timing: Timing): GovgateClient => {
  assertAddress(client.baseUrl);
  const transport = makeTransport(client, timing);
  // The generated types say what each method takes and gives; the table is their other half.
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([id, row]) => [id, methodOf(id, row, client, transport)]),
  ) as unknown as GovgateClient;
};

const assertAddress = (baseUrl: string): void => {
  const { protocol, username, password, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== ''))
    throw new TypeError('baseUrl is an http or https address without credentials, query or fragment');
};

const methodOf = (operationId: string, row: OperationRow, client: ClientOptions, transport: Transport) => {
  const [, , flags, pageParameter] = row;
  const about = { operationId, refusesInItsShape: flags.includes('r') };
  const asked = async <T>(
    input: Input,
    options: AnyCallOptions,
    take: (response: Response) => Promise<T>,
  ): Promise<T> => transport(makeRequest(client, row, input, options), about, options, take);

  if (flags.includes('s')) {
    const lines = async function* (input: Input = {}, options: AnyCallOptions = {}) {
      const response = await asked(input, options, async (answer) => answer);
      yield* readLines(operationId, response, options.signal);
    };
    return Object.assign(
      async function* (input?: Input, options?: AnyCallOptions) {
        for await (const line of lines(input, options)) yield JSON.parse(line) as unknown;
      },
      { lines },
    );
  }
  const call = (input: Input = {}, options: AnyCallOptions = {}): Promise<unknown> =>
    asked(input, options, (answer) => readAnswer(operationId, answer, options.ifNoneMatch));
  if (pageParameter === undefined) return call;
  const pages = (input: Input = {}, options?: AnyCallOptions) => pagesOf(call, row, input, options);
  return Object.assign(call, {
    pages,
    items: (input?: Input, options?: AnyCallOptions) => itemsOf(pages(input, options)),
  });
};
