import type { AnyCallOptions, ClientOptions } from './client-options.js';
import type { GovgateClient } from './generated/methods.gen.js';
import { OPERATIONS } from './generated/operations.gen.js';
import type { ReadIdentityResponse } from './generated/types.gen.js';
import { asGovgateError } from './invalid-call.js';
import { type Input, makeRequest } from './make-request.js';
import { makeTransport, type Transport } from './make-transport.js';
import type { OperationRow } from './operation-row.js';
import { itemsOf, pagesOf } from './pages.js';
import { readAnswer, readJson } from './read-answer.js';
import { readLines } from './read-lines.js';
import type { Timing } from './timing.js';

/** Makes a method of every row of the table. */
export const makeClient = (client: ClientOptions, timing: Timing): GovgateClient => {
  assertAddress(client.baseUrl);
  const transport = makeTransport(client, timing);
  // The generated types say what each method takes and gives; the table is their other half.
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([id, row]) => [
      id,
      methodOf({ operationId: id, row }, client, transport),
    ]),
  ) as unknown as GovgateClient;
};

const requestOf = <T>(operationId: string, make: () => T): T => {
  try {
    return make();
  } catch (fault) {
    throw asGovgateError(operationId, fault);
  }
};

const assertAddress = (baseUrl: string): void => {
  const { protocol, username, password, search, hash, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== ''))
    throw new TypeError('baseUrl is an http or https address without credentials, query or fragment');
  if (/\/v1\/*$/.test(pathname))
    throw new TypeError('baseUrl must not end in /v1: the path of every operation begins with it');
};

/** The tenant of the caller, for the operations that must name one. */
const ownTenant = async (
  client: ClientOptions,
  transport: Transport,
  { signal }: AnyCallOptions,
): Promise<string> => {
  const operationId = 'readIdentity';
  const request = makeRequest(client, OPERATIONS.readIdentity, { input: {}, options: {} });
  const about = { operationId, refusesInItsShape: false };
  const take = (answer: Response) => readAnswer(operationId, answer, undefined);
  const identity = await transport({ request, about, take }, { signal });
  return (identity as ReadIdentityResponse).tenant_id;
};

interface Operation {
  readonly operationId: string;
  readonly row: OperationRow;
}

const methodOf = ({ operationId, row }: Operation, client: ClientOptions, transport: Transport) => {
  const [, , flags, pageParameter] = row;
  const about = { operationId, refusesInItsShape: flags.includes('r') };
  const send = async <T>(
    input: Input,
    options: AnyCallOptions,
    take: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const isNamed = !flags.includes('n') || (input.tenant_id ?? client.tenantId) !== undefined;
    const named = isNamed ? input : { ...input, tenant_id: await ownTenant(client, transport, options) };
    const request = requestOf(operationId, () => makeRequest(client, row, { input: named, options }));
    return transport({ request, about, take }, options);
  };

  if (flags.includes('s')) {
    const open = (input: Input = {}, options: AnyCallOptions = {}) =>
      send(input, options, async (response) => response);
    const lines = async function* (input?: Input, options?: AnyCallOptions) {
      yield* readLines(operationId, await open(input, options), options?.signal);
    };
    const records = async function* (input?: Input, options?: AnyCallOptions) {
      const response = await open(input, options);
      for await (const line of readLines(operationId, response, options?.signal))
        yield readJson(operationId, response, line);
    };
    return Object.assign(records, { lines });
  }
  const call = (input: Input = {}, options: AnyCallOptions = {}): Promise<unknown> =>
    send(input, options, (answer) => readAnswer(operationId, answer, options.ifNoneMatch));
  if (pageParameter === undefined) return call;
  const pages = (input: Input = {}, options?: AnyCallOptions) => pagesOf(call, row, { input, options });
  return Object.assign(call, {
    pages,
    items: (input?: Input, options?: AnyCallOptions) => itemsOf(pages(input, options)),
  });
};
