import { createClient, etagOf, type GovgateClient, GovgateError } from '@govgate/client';
import { expect } from 'chai';
import {
  type CompressingProxy,
  startCompressingProxy,
  type TagFate,
} from '../testing/faults/compressing-proxy.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT } from '../testing/worlds/world.js';

const TAGS: Readonly<Record<TagFate, RegExp>> = { weakened: /^W\/"/, marked: /-gzip"$/ };

for (const fate of ['weakened', 'marked'] as const)
  describe(`behind a proxy that compresses, with tags ${fate}, a client`, () => {
    let service: TestService;
    let proxy: CompressingProxy;
    let client: GovgateClient;

    before(async () => {
      service = await startTestService();
      const { admin } = await makeWorld(service.ports);
      await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
      proxy = await startCompressingProxy(service.url, fate);
      client = createClient({ baseUrl: proxy.url, token: admin, environmentId: PRODUCTION });
    });

    after(async () => {
      await proxy.stop();
      await service.stop();
    });

    it('changes what it has read, and is refused where it was changed meanwhile', async () => {
      const seen = await client.readPolicy({ policy_version: 'pv_draft' });
      expect(etagOf(seen)).to.match(TAGS[fate]);
      const body = OPERATION_SAMPLES.updatePolicy?.body as never;
      const changed = await client.updatePolicy({ policy_version: 'pv_draft', body }, { ifMatch: seen });
      expect(changed.description).to.equal('Edited');
      const stale = await client
        .updatePolicy({ policy_version: 'pv_draft', body }, { ifMatch: seen })
        .catch((fault: unknown) => fault);
      expect(stale).to.be.instanceOf(GovgateError);
      expect((stale as GovgateError).status).to.equal(412);
    });

    it('is not sent again what it has', async () => {
      const seen = await client.readActivePolicy();
      expect(etagOf(seen)).to.match(TAGS[fate]);
      expect(await client.readActivePolicy({}, { ifNoneMatch: seen })).to.equal(seen);
    });
  });
