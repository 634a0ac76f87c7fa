import { expect } from 'chai';
import { CHANGING_OPERATIONS } from '../samples/changing-operations.js';
import { MemoryWorlds } from './memory-worlds.js';
import { makeSampleTenant, sendAs } from './sample-tenant.js';

const worlds = new MemoryWorlds(({ ports }) => makeSampleTenant(ports, 'tenant_other'));

/** A proof whose call is refused before it changes anything would prove nothing. */
describe('a tenant like that of the samples', function () {
  this.timeout(60_000);

  for (const operation of CHANGING_OPERATIONS)
    it(`lets ${operation.id} succeed`, async () => {
      const { service, world } = await worlds.open();
      const { status, text } = await sendAs(service.call, world, operation).finally(() => service.stop());
      expect(status, text).to.be.oneOf([...operation.successes]);
    });
});
