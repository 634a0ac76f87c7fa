import { expect } from 'chai';
import { provideAuthzenClient } from '../../../../tools/test-services/receivers/authzen-client.js';
import { describeWithReceiver } from '../../../../tools/test-services/receivers/describe-with-receiver.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { CERTIFICATION_RECORDS } from '../testing/worlds/authzen-fixture.js';
import { putServiceAccount } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, putRecords, TENANT } from '../testing/worlds/world.js';

const NEED = 'Python 3.10 to 3.13 with venv';
const NOTHING = async (): Promise<void> => undefined;

const question = (user: string, action: string, id: string, more: object = {}) => ({
  subject: { type: 'user', id: user },
  action,
  resource: { type: 'record', id },
  ...more,
});

describeWithReceiver(
  'AuthZEN 1.0: a client library that others published, in Python',
  NEED,
  provideAuthzenClient,
  NOTHING,
  (client) => {
    let service: TestService;
    let token: string;

    before(async () => {
      service = await startTestService();
      await makeWorld(service.ports);
      await putRecords(service.ports, TENANT, CERTIFICATION_RECORDS);
      token = await putServiceAccount(service.ports, 'gateway', {
        role: 'data_plane_agent',
        scope: { scopeType: 'environment', environmentId: PRODUCTION },
      });
    });
    after(() => service.stop());

    const ask = (questions: readonly object[], as = token, environment = PRODUCTION) =>
      client().evaluate({ point: `${service.url}/v1/authzen/${environment}`, token: as, questions });

    it('gets each decision with its reason', async () => {
      expect(
        await ask([
          question('alice', 'read', 'record-1'),
          question('alice', 'write', 'record-1', { context: { ip: '192.0.2.1' } }),
          question('bob', 'write', 'record-1'),
          question('alice', 'delete', 'record-1'),
          { ...question('alice', '', 'record-1'), action: { name: 'delete', properties: { soft: true } } },
        ]),
      ).to.deep.equal([
        [true, 'may_read'],
        [true, 'may_write'],
        [false, 'no_rule_matched'],
        [false, 'no_rule_matched'],
        [true, 'may_delete_softly'],
      ]);
    });

    it('receives refusals as errors, and mistakes none for a permit', async () => {
      const requests = [question('alice', 'read', 'record-1')];
      expect([
        await ask([{ ...requests[0], subject: { type: 'user' } }]),
        await ask(requests, 'somebody'),
        await ask(requests, token, 'nowhere'),
      ]).to.deep.equal([[400], [401], [404]]);
    });
  },
);
