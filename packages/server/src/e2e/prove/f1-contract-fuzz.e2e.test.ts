import { allOperations, type Operation, openApiDocument } from '@govgate/adapter-http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { expectSchema } from '../../testing/expectations.js';
import { KNOWN_IDS } from '../../testing/neighbour-world.js';
import { type OperationSample, sampleUrl } from '../../testing/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../../testing/operation-samples.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { type RequestSchema, valuesOf } from '../../testing/schema-arbitrary.js';
import { type Answered, startTestService, type TestService } from '../../testing/test-service.js';
import {
  makeWorld,
  OTHER_TENANT,
  PRODUCTION,
  putRecords,
  STAGING,
  TEAM,
  TENANT,
  type Tokens,
} from '../../testing/world.js';

const RUNS = LONG_FORM ? 600 : 60;
const knownTexts = [...KNOWN_IDS, TENANT, OTHER_TENANT, PRODUCTION, STAGING, TEAM, 'sample', '*'];

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: RequestSchema;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: RequestSchema } };
  };
}

const document = openApiDocument() as { paths: Record<string, Record<string, Described>> };
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi');
const isEnvelope = ajv.getSchema('openapi#/components/schemas/ErrorEnvelope');

const describedIn = ({ path, method }: Operation): Described =>
  document.paths[path.replace(/:([a-z_]+)/g, '{$1}')]?.[method] ?? {};

/** Requests of an operation: drawn from the document, or its sample with parts of it drawn anew. */
const requestsOf = (operation: Operation): fc.Arbitrary<OperationSample> => {
  const sample = OPERATION_SAMPLES[operation.id] ?? { params: {}, query: {} };
  return fc.oneof(
    drawnRequests(operation, 0),
    drawnRequests(operation, 15),
    fc
      .tuple(drawnRequests(operation, 30), fc.infiniteStream(fc.boolean()))
      .map(([drawn, turns]) => mixed(sample, drawn, turns)),
  );
};

const drawnRequests = (operation: Operation, brokenPercent: number): fc.Arbitrary<OperationSample> => {
  const { parameters = [], requestBody } = describedIn(operation);
  const draw = { knownTexts, brokenPercent };
  const part = (where: Parameter['in']) => {
    const named = parameters.filter((parameter) => parameter.in === where);
    const model = Object.fromEntries(
      named.map(({ name, schema }) => [name, valuesOf(schema, draw).map(textOf)]),
    );
    return where === 'path' ? fc.record(model) : fc.record(model, { requiredKeys: [] });
  };
  const body = requestBody?.content['application/json'].schema;
  return fc
    .record({
      params: part('path'),
      query: part('query'),
      headers: part('header').map(printable),
      body: body === undefined ? fc.constant(undefined) : valuesOf(body, draw),
    })
    .map((drawn) => drawn as OperationSample);
};

const textOf = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toString();

// What cannot be put into a header never reaches the service.
const printable = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value !== undefined && /^[\x20-\x7e]{1,500}$/.test(value) ? [[name, value]] : [],
    ),
  );

const mixed = (
  sample: OperationSample,
  drawn: OperationSample,
  turns: Iterator<boolean>,
): OperationSample => {
  const pick = (own: object = {}, other: object = {}): Record<string, never> =>
    Object.fromEntries(
      Object.entries({ ...other, ...own }).map(([key, value]) => [
        key,
        turns.next().value === true && key in other ? other[key as never] : value,
      ]),
    ) as Record<string, never>;
  const isRecord = typeof drawn.body === 'object' && drawn.body !== null && !Array.isArray(drawn.body);
  return {
    params: pick(sample.params, drawn.params),
    query: pick(sample.query, drawn.query),
    headers: pick(sample.headers, drawn.headers),
    body: isRecord ? pick(sample.body, drawn.body) : (drawn.body as never),
  };
};

/** What is wrong with an answer, whatever was asked. */
const wrongIn = (operation: Operation, answer: Answered): string | undefined => {
  if (answer.status >= 500) return `${answer.status} ${answer.text}`;
  if (answer.headers.get('x-request-id') === null) return 'no request id';
  if (answer.status === 304) return undefined;
  if (answer.status < 400) return schemaFault(operation, answer);
  if (answer.json?.status === answer.status && isEnvelope?.(answer.json) === true) return undefined;
  return schemaFault(operation, answer);
};

const schemaFault = (operation: Operation, answer: Answered): string | undefined => {
  if (answer.text === '' && operation.contentType.includes('ndjson')) return undefined;
  try {
    expectSchema(operation, answer);
    return undefined;
  } catch (fault) {
    return `${answer.status} ${(fault as Error).message}`;
  }
};

describe('F1: contract fuzz', () => {
  let service: TestService;
  let tokens: Tokens;

  before(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
  });

  after(() => service.stop());

  const send = (operation: Operation, asked: OperationSample): Promise<Answered> => {
    // Nobody waits for the feed here.
    const query = 'wait' in asked.query ? { ...asked.query, wait: '0' } : asked.query;
    // Without an id, or with dots for one, it would be the address of another operation.
    const params = Object.fromEntries(
      Object.entries(asked.params).map(([name, id]) => [name, /^\.{0,2}$/.test(id) ? 'dots' : id]),
    );
    return service.call(sampleUrl(operation.path, { ...asked, params, query }), {
      method: operation.method.toUpperCase(),
      token: tokens.admin,
      ...(operation.body === undefined ? {} : { body: asked.body ?? {} }),
      headers: { ...asked.headers },
    });
  };

  const seen = new Map<number, number>();

  for (const operation of allOperations) {
    it(`answers ${operation.id} in its own shape or with an envelope, whatever is sent`, async function () {
      this.timeout(LONG_FORM ? 300_000 : 30_000);
      let trials = 0;
      await fc.assert(
        fc.asyncProperty(requestsOf(operation), async (asked) => {
          const answer = await send(operation, asked);
          trials += 1;
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          expect(wrongIn(operation, answer), JSON.stringify(asked)).to.equal(undefined);
        }),
        { numRuns: RUNS },
      );
      tellProof({ id: 'F1', what: 'requests', trials, broken: 0 });
    });
  }

  it('came to successes as well as to refusals before and behind the check of what was sent', () => {
    expect([...seen.keys()]).to.include.members([200, 201, 400, 403, 404]);
    // Which conflict chance comes to differs from run to run.
    expect([...seen.keys()]).to.include.oneOf([409, 412, 422]);
  });

  it('finds an answer that lacks a field, one of another type, and a 500', async () => {
    const operation = allOperations.find(({ id }) => id === 'readIdentity');
    if (operation === undefined) throw new Error('no such operation');
    const answer = await send(operation, { params: {}, query: {} });
    const { actor_id: _, ...lacking } = answer.json;
    const planted = [lacking, { ...answer.json, permissions: 'none' }].map((json) => ({ ...answer, json }));
    expect(wrongIn(operation, answer)).to.equal(undefined);
    for (const faulty of [...planted, { ...answer, status: 500 }])
      expect(wrongIn(operation, faulty)).to.be.a('string');
  });
});
