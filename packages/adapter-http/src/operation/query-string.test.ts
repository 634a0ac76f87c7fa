import { expect } from 'chai';
import { readQuery } from './query-string.js';

const read = (querystring: string) => {
  const query = readQuery(querystring);
  return query.ok ? { ...query.value } : query.refusal;
};

describe('reading a query string', () => {
  it('returns each parameter once, decoded', () => {
    expect(read('')).to.deep.equal({});
    expect(read('tenant_id=acme&q=a%20b+c&empty=')).to.deep.equal({
      tenant_id: 'acme',
      q: 'a b c',
      empty: '',
    });
  });

  it('refuses a parameter given twice, by its name, even with the same value', () => {
    expect(read('status=active&status=revoked')).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'status',
    });
    expect(read('limit=1&cursor=x&limit=1')).to.deep.equal({ reasonCode: 'invalid_request', field: 'limit' });
  });

  it('refuses a NUL, which no field of a body may have either', () => {
    for (const text of ['%00', 'a%00', '%00b', 'a\0b'])
      expect(read(`page_size=1&region=${text}`)).to.deep.equal({
        reasonCode: 'invalid_request',
        field: 'region',
      });
  });

  it('does not mistake names that every object has for parameters given twice', () => {
    expect(read('toString=1&constructor=2')).to.deep.equal({ toString: '1', constructor: '2' });
  });

  it('does not repeat a name that no field can have', () => {
    for (const name of ['a b', '<b>', 'ä', 'ok!', '!ok', '', 'x'.repeat(129)]) {
      const twice = `${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=2`;
      expect(read(twice)).to.deep.equal({ reasonCode: 'invalid_request' });
    }
    const longest = `${'x'.repeat(124)}.-_9`;
    expect(read(`${longest}=1&${longest}=2`)).to.deep.equal({
      reasonCode: 'invalid_request',
      field: longest,
    });
  });
});
