import { allOperations, type Operation } from '@govgate/adapter-http';
import { expect } from 'chai';
import fc from 'fast-check';
import { valuesOf } from '../../testing/hostile/schema-arbitrary.js';
import { IS_PROOF, LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { type DocumentedParameter, documentedOperation } from '../../testing/samples/documented-operation.js';
import { documentAllows, refusesForm, undocumented } from '../../testing/samples/held-against-document.js';
import { type OperationSample, sampleUrl } from '../../testing/samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../../testing/samples/operation-samples.js';
import { type Answered, startTestService, type TestService } from '../../testing/test-service.js';
import { KNOWN_IDS } from '../../testing/worlds/neighbour-world.js';
import {
  makeWorld,
  OTHER_TENANT,
  PRODUCTION,
  putRecords,
  STAGING,
  TEAM,
  TENANT,
  type Tokens,
} from '../../testing/worlds/world.js';

const RUNS = LONG_FORM ? 600 : IS_PROOF ? 60 : 30;
const knownTexts = [...KNOWN_IDS, TENANT, OTHER_TENANT, PRODUCTION, STAGING, TEAM, 'sample', '*'];

const sampleOf = ({ id }: Operation): OperationSample => OPERATION_SAMPLES[id] ?? { params: {}, query: {} };

/** Requests of an operation: drawn from the document, or its sample with parts of it redrawn. */
const requestsOf = (operation: Operation): fc.Arbitrary<OperationSample> => {
  const sample = sampleOf(operation);
  return fc.oneof(
    drawnRequests(operation, 0),
    drawnRequests(operation, 15),
    fc
      .tuple(drawnRequests(operation, 30), fc.infiniteStream(fc.boolean()))
      .map(([drawn, turns]) => mixed(sample, drawn, turns)),
  );
};

const drawnRequests = (operation: Operation, brokenPercent: number): fc.Arbitrary<OperationSample> => {
  const { parameters, body } = documentedOperation(operation);
  const draw = { knownTexts, brokenPercent };
  const part = (where: DocumentedParameter['in']) => {
    const named = parameters.filter((parameter) => parameter.in === where);
    const model = Object.fromEntries(
      named.map(({ name, schema }) => [name, valuesOf(schema, draw).map(textOf)]),
    );
    return where === 'path' ? fc.record(model) : fc.record(model, { requiredKeys: [] });
  };
  return fc
    .record({
      params: part('path'),
      query: part('query'),
      headers: part('header').map(printable),
      body: body === undefined ? fc.constant(undefined) : valuesOf(body.schema, draw),
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

/** What is wrong with an answer to a request: it contradicts what the document says about the answer or the request. */
const wrongIn = (operation: Operation, request: OperationSample, answer: Answered): string | undefined => {
  if (answer.status >= 500) return `${answer.status} ${answer.text}`;
  const differs = undocumented(operation, answer);
  if (differs !== undefined) return differs;
  if (documentAllows(operation, request))
    return refusesForm(operation, answer) ? `refused, though allowed: ${answer.text}` : undefined;
  return answer.status < 400 ? `taken, though forbidden: ${answer.text}` : undefined;
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

  // The document is checked against what is actually sent.
  const sendable = (request: OperationSample): OperationSample => ({
    ...request,
    // Nobody waits for the feed here.
    query: Number(request.query.wait) > 0 ? { ...request.query, wait: '0' } : request.query,
    // Without an id, or with dots for one, it would be the URL of another operation.
    params: Object.fromEntries(
      Object.entries(request.params).map(([name, id]) => [name, /^\.{0,2}$/.test(id) ? 'dots' : id]),
    ),
    headers: Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value.trim()]),
    ),
  });

  const send = (operation: Operation, request: OperationSample): Promise<Answered> =>
    service.call(sampleUrl(operation.path, request), {
      method: operation.method.toUpperCase(),
      token: tokens.admin,
      ...(operation.body === undefined ? {} : { body: request.body === undefined ? {} : request.body }),
      headers: { ...request.headers },
    });

  const seen = new Map<number, number>();

  for (const operation of allOperations) {
    it(`answers ${operation.id} in its own shape or with an envelope, whatever is sent`, async function () {
      this.timeout(LONG_FORM ? 900_000 : 90_000);
      let trials = 0;
      await fc.assert(
        fc.asyncProperty(requestsOf(operation).map(sendable), async (request) => {
          const answer = await send(operation, request);
          trials += 1;
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          expect(wrongIn(operation, request, answer), JSON.stringify(request)).to.equal(undefined);
        }),
        // The sample, where there is one, goes first: success is not left to chance.
        {
          numRuns: RUNS,
          endOnFailure: true,
          examples: operation.id in OPERATION_SAMPLES ? [[sendable(sampleOf(operation))]] : [],
        },
      );
      tellProof({ id: 'F1', what: 'requests', trials, broken: 0 });
    });
  }

  it('reached successes as well as refusals before and after input validation', () => {
    expect([...seen.keys()]).to.include.members([200, 201, 400, 403, 404]);
    // Which conflict is reached differs from run to run.
    expect([...seen.keys()]).to.include.oneOf([409, 412, 422]);
  });

  it('detects an answer that lacks a field, one of another type, and a 500', async () => {
    const operation = allOperations.find(({ id }) => id === 'readIdentity');
    if (operation === undefined) throw new Error('no such operation');
    const request = { params: {}, query: {} };
    const answer = await send(operation, request);
    const { actor_id: _, ...lacking } = answer.json;
    const planted = [lacking, { ...answer.json, permissions: 'none' }].map((json) => ({
      ...answer,
      json,
      text: JSON.stringify(json),
    }));
    expect(wrongIn(operation, request, answer)).to.equal(undefined);
    for (const faulty of [...planted, { ...answer, status: 500 }])
      expect(wrongIn(operation, request, faulty)).to.be.a('string');
  });

  it('detects a refusal of what the document allows, an undeclared one, and a success of what it forbids', async () => {
    const operation = allOperations.find(({ id }) => id === 'listAgents');
    if (operation === undefined) throw new Error('no such operation');
    const request = { params: {}, query: { environment_id: PRODUCTION } };
    const forbidden = { params: {}, query: { environment_id: PRODUCTION, limit: '201' } };
    const [taken, refused] = [await send(operation, request), await send(operation, forbidden)];
    const undeclared = { ...refused.json, reasonCode: 'invalid_transition' };
    expect([wrongIn(operation, request, taken), wrongIn(operation, forbidden, refused)]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(wrongIn(operation, request, refused)).to.contain('refused, though allowed');
    expect(wrongIn(operation, forbidden, taken)).to.contain('taken, though forbidden');
    const answer = { ...refused, json: undeclared, text: JSON.stringify(undeclared) };
    expect(wrongIn(operation, forbidden, answer)).to.contain('undeclared');
  });
});
