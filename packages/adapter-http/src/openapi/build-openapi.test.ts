import { expect } from 'chai';
import * as v from 'valibot';
import { allOperations, openApiDocument } from '../operations/registry.js';
import { makeSchemas } from './make-schemas.js';
import { operationObject } from './operation-object.js';

interface Reported {
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
  readonly responses: Readonly<Record<string, { readonly headers: Readonly<Record<string, unknown>> }>>;
}

const decides = (response: unknown): boolean =>
  typeof response === 'object' &&
  response !== null &&
  'decision' in ((response as { entries?: object }).entries ?? {});

const schemas = makeSchemas({}, []);
const reported = allOperations.map((operation) => ({
  operation,
  reported: operationObject(operation, schemas) as unknown as Reported,
}));

describe('the OpenAPI document', () => {
  it('describes every parameter', () => {
    const silent = reported.flatMap(({ operation, reported: { parameters } }) =>
      parameters
        .filter(({ description }) => description === undefined)
        .map(({ name }) => `${operation.id} ${name}`),
    );
    expect(silent).to.deep.equal([]);
  });

  it('shows for every body an example that the service accepts', () => {
    const refused = reported.flatMap(({ operation, reported: { requestBody } }) => {
      if (operation.body === undefined) return [];
      const read = v.safeParse(operation.body, requestBody?.content['application/json'].example);
      return read.success
        ? []
        : [`${operation.id}: ${read.issues[0].message} at ${v.getDotPath(read.issues[0])}`];
    });
    expect(refused).to.deep.equal([]);
  });

  it('says for every operation what happens to a request that comes too slowly, too often or without a token', () => {
    for (const {
      operation,
      reported: { responses },
    } of reported) {
      const statuses = Object.keys(responses);
      expect(statuses, operation.id).to.include.members(['400', '408', '431', '500', '503']);
      if (operation.permission !== 'public') expect(statuses).to.include.members(['401', '429']);
      if (operation.body !== undefined) expect(statuses).to.include.members(['413', '415', '422']);
      if (operation.method === 'get' && operation.recordTag !== undefined) expect(statuses).to.include('304');
    }
  });

  it('warns wherever a call is denied with the status that permits it', () => {
    const silent = reported
      .filter(({ operation: { successes, response } }) => !successes.includes(403) && decides(response))
      .filter(({ reported: { description } }) => !description.includes('A denial is HTTP 200'));
    expect(silent.map(({ operation }) => operation.id)).to.deep.equal([]);
    expect(reported.filter(({ operation }) => decides(operation.response))).to.have.length(3);
  });

  it('names every record, and nothing that does not exist', () => {
    const document = openApiDocument() as { components: Record<string, Record<string, unknown>> };
    const text = JSON.stringify(document);
    const referred = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, part, name]) => `${part}/${name}`),
    );
    const lost = [...referred].filter((one) => {
      const [part = '', name = ''] = one.split('/');
      return document.components[part]?.[name] === undefined;
    });
    expect(lost).to.deep.equal([]);
    expect(text).not.to.contain('nameless');
  });
});
