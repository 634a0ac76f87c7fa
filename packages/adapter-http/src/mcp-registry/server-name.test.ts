import { expect } from 'chai';
import { serverIdIn, serverName } from './server-name.js';

// As the schema of server.json wants it.
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;

describe('names of servers in the registry', () => {
  it('are as server.json wants them, and lead back to one id', () => {
    const ids = ['srv_crm', 'a:b', 'a_3Ab', 'a_5F3Ab', 'a_5Fb', 'A.b-c_d', ':', '_3A_5F:'];
    const names = ids.map((id) => serverName('acme', id));
    expect(names.filter((name) => !NAME.test(name))).to.deep.equal([]);
    expect(new Set(names).size).to.equal(ids.length);
    expect(names.map((name) => serverIdIn('acme', name))).to.deep.equal(ids);
  });

  it('name the tenant, whatever its id', () => {
    expect(serverName('acme_eu:1', 'srv_crm')).to.equal('io.govgate.acme-eu-1/srv_crm');
  });

  it('of another namespace are nobody’s', () => {
    expect(serverIdIn('acme', 'io.govgate.umbra/srv_crm')).to.equal('');
    expect(serverIdIn('acme', 'srv_crm')).to.equal('');
  });
});
