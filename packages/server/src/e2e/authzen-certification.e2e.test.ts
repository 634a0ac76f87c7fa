import { Ajv } from 'ajv';
import { expect } from 'chai';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { CERTIFICATION_RECORDS } from '../testing/worlds/authzen-fixture.js';
import { putServiceAccount } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, putRecords, TENANT } from '../testing/worlds/world.js';

const BASE = `/v1/authzen/${PRODUCTION}`;

const user = (id: string, properties?: object) => ({ type: 'user', id, ...(properties && { properties }) });
const record = (id: string, properties?: object) => ({
  type: 'record',
  id,
  ...(properties && { properties }),
});
const to = (name: string, properties?: object) => ({ name, ...(properties && { properties }) });
const archived = { status: 'archived' };

// What the standard says about each answer, as JSON Schema, as strict as those of openid/authzen (`api/schemas`) except in one thing: theirs accepts no
// member at all in a decision's context, against its own examples.
const decision = {
  type: 'object',
  required: ['decision'],
  properties: { decision: { type: 'boolean' }, context: { type: 'object' } },
};
const page = {
  type: 'object',
  required: ['next_token'],
  properties: { next_token: { type: 'string' }, count: { type: 'integer' } },
};
const results = (item: object) => ({
  type: 'object',
  required: ['results'],
  properties: { results: { type: 'array', items: item }, page, context: { type: 'object' } },
  additionalProperties: false,
});
const entity = {
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { type: 'string' }, id: { type: 'string' } },
};
const url = { type: 'string', pattern: '^https://[^?#\\s]+$' };

const ajv = new Ajv();
const SCHEMAS = {
  evaluation: ajv.compile(decision),
  evaluations: ajv.compile({
    type: 'object',
    required: ['evaluations'],
    properties: { evaluations: { type: 'array', items: decision } },
    additionalProperties: false,
  }),
  'search/subject': ajv.compile(results(entity)),
  'search/resource': ajv.compile(results(entity)),
  'search/action': ajv.compile(
    results({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }),
  ),
  metadata: ajv.compile({
    type: 'object',
    required: ['policy_decision_point', 'access_evaluation_endpoint'],
    properties: {
      policy_decision_point: url,
      access_evaluation_endpoint: url,
      access_evaluations_endpoint: url,
      search_subject_endpoint: url,
      search_resource_endpoint: url,
      search_action_endpoint: url,
    },
  }),
} as const;

type Api = Exclude<keyof typeof SCHEMAS, 'metadata'>;

describe('AuthZEN 1.0: the certification scenario of the working group', () => {
  let service: TestService;
  let token: string;

  before(async () => {
    service = await startTestService({ settings: { GOVGATE_PUBLIC_URL: 'https://pdp.example.com' } });
    await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, CERTIFICATION_RECORDS);
    token = await putServiceAccount(service.ports, 'gateway', {
      // Its searches list all users, which takes the right to read them.
      role: 'platform_admin',
      scope: { scopeType: 'tenant' },
    });
  });
  after(() => service.stop());

  const ask = (api: Api, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
    service.call(`${BASE}/access/v1/${api}`, { method: 'POST', token, body: body as object, headers });

  const answered = async (api: Api, body: unknown, schema: keyof typeof SCHEMAS = api) => {
    const answer = await ask(api, body);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([
      200,
      'application/json; charset=utf-8',
    ]);
    const validate = SCHEMAS[schema];
    expect(validate(answer.json), JSON.stringify(validate.errors)).to.equal(true);
    return answer.json;
  };

  const decided = async (subject: object, action: object, resource: object, more: object = {}) =>
    (await answered('evaluation', { subject, action, resource, ...more })).decision;

  const batch = async (body: object) =>
    (await answered('evaluations', body)).evaluations.map((one: { decision: boolean }) => one.decision);

  const refused = async (api: Api, body: unknown) => {
    const answer = await ask(api, body);
    expect(answer.json).to.include({ status: 400, machineSafe: true });
    return answer.status;
  };

  describe('Basic', () => {
    it('decides the eight fixture decisions as required (core and properties)', async () => {
      expect([
        await decided(user('alice'), to('read'), record('record-1')),
        await decided(user('alice'), to('write'), record('record-1')),
        await decided(user('bob'), to('read'), record('record-1')),
        await decided(user('bob'), to('write'), record('record-1')),
        await decided(user('alice'), to('write'), record('record-2', archived)),
        await decided(user('bob', { role: 'admin' }), to('write'), record('record-2', archived)),
        await decided(user('alice'), to('delete', { soft: true }), record('record-1')),
        await decided(user('alice'), to('delete', { soft: false }), record('record-1')),
      ]).to.deep.equal([true, true, true, false, false, true, true, false]);
    });

    it('accepts a context, further properties and unknown fields', async () => {
      const context = { time: '2025-06-27T18:03-07:00', ip: '192.168.1.1' };
      expect(await decided(user('alice'), to('read'), record('record-1'), { context })).to.equal(true);
      expect(
        await decided(
          user('alice', { department: 'Sales', role: 'manager' }),
          to('read', { method: 'GET' }),
          record('record-1', { status: 'active', owner: 'bob' }),
        ),
      ).to.equal(true);
      const unknown = { foo: 'bar', futureField: { nested: true } };
      expect(await decided(user('alice'), to('read'), record('record-1'), unknown)).to.equal(true);
    });

    it('refuses what is missing or of another type with 400', async () => {
      const whole = { subject: user('alice'), action: to('read'), resource: record('record-1') };
      const { subject, action, resource } = whole;
      const broken: unknown[] = [
        { action, resource },
        { subject, resource },
        { subject, action },
        { ...whole, subject: { id: 'alice' } },
        { ...whole, subject: { type: 'user' } },
        { ...whole, action: {} },
        { ...whole, resource: { id: 'record-1' } },
        { ...whole, resource: { type: 'record' } },
        { ...whole, subject: 'alice' },
        { ...whole, action: { name: 123 } },
        {},
      ];
      for (const body of broken) expect(await refused('evaluation', body)).to.equal(400);
      const send = async (body: string | undefined, type: string) =>
        (
          await fetch(`${service.url}${BASE}/access/v1/evaluation`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': type },
            ...(body === undefined ? {} : { body }),
          })
        ).status;
      expect([
        await send(JSON.stringify(whole), 'text/plain'),
        await send('{"subject":', 'application/json'),
        await send(undefined, 'application/json'),
      ]).to.deep.equal([400, 400, 400]);
    });

    it('returns the id of a request, and the same decision each time', async () => {
      const body = { subject: user('alice'), action: to('read'), resource: record('record-1') };
      const named = await ask('evaluation', body, { 'x-request-id': 'req-cert-1' });
      expect(named.headers.get('x-request-id')).to.equal('req-cert-1');
      const decisions = await Promise.all(
        Array.from({ length: 10 }, () => decided(user('alice'), to('read'), record('record-1'))),
      );
      expect(new Set(decisions)).to.deep.equal(new Set([true]));
    });
  });

  describe('Batch', () => {
    it('decides in the order of the request, with omitted parts of a question taken from the batch', async () => {
      expect([
        await batch({
          subject: user('alice'),
          action: to('read'),
          evaluations: [{ resource: record('record-1') }, { resource: record('record-2') }],
        }),
        await batch({
          subject: user('bob'),
          resource: record('record-1'),
          evaluations: [{ action: to('read') }, { action: to('write') }],
        }),
        await batch({
          evaluations: [
            { subject: user('alice'), action: to('read'), resource: record('record-1') },
            { subject: user('bob'), action: to('write'), resource: record('record-1') },
          ],
        }),
        await batch({
          subject: user('alice'),
          action: to('read'),
          context: { time: '2025-06-27T18:03-07:00' },
          evaluations: [
            { resource: record('record-1') },
            { resource: record('record-2'), context: { source: 'batch-override' } },
          ],
        }),
      ]).to.deep.equal([
        [true, true],
        [true, false],
        [true, false],
        [true, true],
      ]);
    });

    it('considers the properties of each question', async () => {
      const write = to('write');
      const active = record('record-1', { status: 'active' });
      const old = record('record-2', archived);
      expect([
        await batch({
          subject: user('alice'),
          action: write,
          evaluations: [{ resource: active }, { resource: old }],
        }),
        await batch({
          action: write,
          resource: old,
          evaluations: [{ subject: user('alice') }, { subject: user('bob', { role: 'admin' }) }],
        }),
        await batch({
          subject: user('alice'),
          action: write,
          resource: { type: 'record' },
          evaluations: [
            { resource: { id: 'record-1', properties: { status: 'active' } } },
            { resource: old },
          ],
        }),
      ]).to.deep.equal([
        [true, false],
        [false, true],
        [true, false],
      ]);
    });

    it('denies a question that remains incomplete, on its own', async () => {
      const body = {
        subject: user('alice'),
        action: to('read'),
        evaluations: [{ resource: record('record-1') }, {}],
      };
      const { evaluations } = await answered('evaluations', body);
      expect(evaluations.map((one: { decision: boolean }) => one.decision)).to.deep.equal([true, false]);
      expect(evaluations[1].context.error.status).to.equal(400);
    });

    it('behaves like the single call without a batch', async () => {
      const one = { subject: user('alice'), action: to('read'), resource: record('record-1') };
      expect([
        (await answered('evaluations', one, 'evaluation')).decision,
        (await answered('evaluations', { ...one, evaluations: [] }, 'evaluation')).decision,
        await refused('evaluations', { subject: user('alice'), action: to('read') }),
      ]).to.deep.equal([true, true, 400]);
    });

    it('goes as far as its semantics require', async () => {
      const questions = ['write', 'read', 'delete', 'read'].map((name) => ({ action: to(name) }));
      const by = (evaluations_semantic: string) =>
        batch({
          subject: user('bob'),
          resource: record('record-1'),
          evaluations: questions,
          options: { evaluations_semantic },
        });
      expect([
        await by('execute_all'),
        await by('deny_on_first_deny'),
        await by('permit_on_first_permit'),
        await refused('evaluations', {
          evaluations: questions,
          options: { evaluations_semantic: 'something_else' },
        }),
      ]).to.deep.equal([[false, true, false, true], [false], [false, true], 400]);
    });
  });

  describe('Search', () => {
    const idsOf = async (api: Api, body: object): Promise<string[]> =>
      (await answered(api, body)).results.map(({ id, name }: { id?: string; name?: string }) => id ?? name);

    it('finds subjects, resources and actions (core)', async () => {
      const ofUsers = { subject: { type: 'user' }, action: to('read'), resource: record('record-1') };
      expect(await idsOf('search/subject', ofUsers)).to.deep.equal(['alice', 'bob']);
      expect(await idsOf('search/subject', { ...ofUsers, context: { ip: '192.0.2.1' } })).to.have.length(2);
      const ofRecords = { subject: user('alice'), action: to('read'), resource: { type: 'record' } };
      expect(await idsOf('search/resource', ofRecords)).to.deep.equal(['record-1', 'record-2']);
      const ofActions = { subject: user('alice'), resource: record('record-1') };
      expect(await idsOf('search/action', ofActions)).to.deep.equal(['read', 'write']);
      expect(await idsOf('search/action', { ...ofActions, context: { ip: '192.0.2.1' } })).to.have.length(2);
    });

    it('finds them by properties', async () => {
      const admin = user('bob', { role: 'admin' });
      const old = record('record-2', archived);
      expect([
        await idsOf('search/subject', { subject: { type: 'user' }, action: to('write'), resource: old }),
        await idsOf('search/resource', {
          subject: admin,
          action: to('write'),
          resource: { type: 'record' },
        }),
        await idsOf('search/action', { subject: admin, resource: old }),
      ]).to.deep.equal([['bob'], ['record-2'], ['read', 'write']]);
    });

    it('goes through its results page by page, each once', async () => {
      const wanted = { subject: { type: 'user' }, action: to('read'), resource: record('record-1') };
      const found: string[] = [];
      let next = '';
      let pages = 0;
      do {
        const answer = await answered('search/subject', {
          ...wanted,
          page: { limit: 1, ...(next === '' ? {} : { token: next }) },
        });
        found.push(...answer.results.map(({ id }: { id: string }) => id));
        next = answer.page.next_token;
        pages += 1;
      } while (next !== '' && pages < 20);
      expect(found).to.deep.equal(['alice', 'bob']);
      expect(await refused('search/subject', { ...wanted, page: { token: 'made-up' } })).to.equal(400);
    });

    it('finds nothing for unknown subjects, and refuses missing fields', async () => {
      expect([
        await idsOf('search/action', { subject: user('nonexistent-user'), resource: record('record-1') }),
        await idsOf('search/subject', {
          subject: { type: 'spaceship' },
          action: to('read'),
          resource: record('record-1'),
        }),
        await refused('search/subject', { subject: { type: 'user' }, resource: record('record-1') }),
        await refused('search/resource', { action: to('read'), resource: { type: 'record' } }),
        await refused('search/action', { subject: user('alice') }),
        await refused('search/subject', {
          subject: { type: 'user' },
          action: to('read'),
          resource: { type: 'record' },
        }),
        await refused('search/resource', {
          subject: { type: 'user' },
          action: to('read'),
          resource: { type: 'record' },
        }),
      ]).to.deep.equal([[], [], 400, 400, 400, 400, 400]);
    });
  });

  describe('Discovery', () => {
    it('says where everything is, without a token and for any environment', async () => {
      const at = async (environment: string) => {
        const answer = await service.call(`/.well-known/authzen-configuration/v1/authzen/${environment}`);
        expect(answer.status).to.equal(200);
        expect(SCHEMAS.metadata(answer.json)).to.equal(true);
        return answer.json.policy_decision_point;
      };
      expect([await at(PRODUCTION), await at('nowhere')]).to.deep.equal([
        `https://pdp.example.com${BASE}`,
        'https://pdp.example.com/v1/authzen/nowhere',
      ]);
    });

    it('names its capabilities, access requests with their endpoint among them', async () => {
      const { json } = await service.call(`/.well-known/authzen-configuration/v1/authzen/${PRODUCTION}`);
      expect([json.access_request_endpoint, json.capabilities]).to.deep.equal([
        `https://pdp.example.com/v1/approvals?environment_id=${PRODUCTION}`,
        ['urn:openid:authzen:capability:access-request', 'urn:govgate:authzen:definition-hash'],
      ]);
    });
  });
});
