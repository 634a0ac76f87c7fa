import { expect } from 'chai';
import fc from 'fast-check';
import { startTestService, type TestService } from '../testing/test-service.js';
import { putServiceAccount } from '../testing/worlds/callers.js';
import { makeWorld } from '../testing/worlds/world.js';

const TEXTS = [
  'x',
  'members',
  'add',
  'members[value eq "x"]',
  'emails[type eq "work"].value',
  'True',
  '\u0000',
  '\ud800',
];
const KEYS = [
  'op',
  'path',
  'value',
  'userName',
  'displayName',
  'ACTIVE',
  'members',
  'externalId',
  'name',
  'Operations',
];

const leaf = fc.oneof(fc.string(), fc.constantFrom(...TEXTS), fc.boolean(), fc.constant(null), fc.integer());
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie('value'), { maxKeys: 4 }),
  ),
})).value;
const operation = fc.record(
  {
    op: fc.oneof(fc.constantFrom('add', 'Remove', 'replace'), anything),
    path: fc.oneof(fc.constantFrom('members', 'active', 'displayName', 'externalId', 'userName'), anything),
    value: anything,
  },
  { requiredKeys: ['op'] },
);
const body = fc.oneof(
  anything,
  fc.record({ Operations: fc.array(operation, { maxLength: 3 }) }),
  fc.record(
    {
      userName: fc.constantFrom('x', 'y'),
      displayName: anything,
      active: anything,
      externalId: anything,
      name: anything,
    },
    { requiredKeys: ['userName'] },
  ),
  fc.record({ displayName: fc.string(), members: anything }),
);
const query = fc.dictionary(
  fc.constantFrom('filter', 'count', 'startIndex', 'attributes', 'excludedAttributes'),
  fc.oneof(fc.string(), fc.constantFrom('userName eq "x"', '-1', '5', 'members')),
  { maxKeys: 2 },
);

describe('SCIM, whatever is sent', () => {
  let service: TestService;
  let token: string;
  let groupId: string;

  before(async () => {
    service = await startTestService();
    await makeWorld(service.ports);
    token = await putServiceAccount(service.ports, 'idp', { role: 'security_admin' });
    await service.call('/scim/v2/Users', { method: 'POST', token, body: { userName: 'x' } });
    const made = await service.call('/scim/v2/Groups', { method: 'POST', token, body: { displayName: 'x' } });
    groupId = made.json.id;
  });

  after(() => service.stop());

  it('answers in its own form, and never fails', async () => {
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH');
    const path = fc.constantFrom('/Users', '/Users/x', '/Groups', '/Groups/{group}');
    await fc.assert(
      fc.asyncProperty(method, path, query, body, async (method, path, query, body) => {
        const address = `/scim/v2${path.replace('{group}', groupId)}?${new URLSearchParams(query)}`;
        const answer = await service.call(address, { method, token, ...(method === 'GET' ? {} : { body }) });
        expect(answer.status, answer.text).to.be.oneOf([200, 201, 400, 403, 404, 405, 409]);
        if (answer.status >= 400) expect(answer.json.status, answer.text).to.equal(String(answer.status));
      }),
      { numRuns: 1_000 },
    );
  });
});
