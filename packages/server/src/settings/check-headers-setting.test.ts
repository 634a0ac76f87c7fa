import { expect } from 'chai';
import * as v from 'valibot';
import { checkHeaders, DEFAULT_CHECK_HEADERS } from './check-headers-setting.js';

describe('the headers of a check', () => {
  it('are renamed one by one', () => {
    expect(v.parse(checkHeaders, 'user=X-Forwarded-User, server=X-Mcp-Server')).to.deep.equal({
      ...DEFAULT_CHECK_HEADERS,
      user: 'X-Forwarded-User',
      server: 'X-Mcp-Server',
    });
  });

  it('are none that says something else', () => {
    for (const text of ['user', 'user=Authorization', 'user=Host', 'who=X-A', 'user=X-A;server=X-B', 'user='])
      expect(v.safeParse(checkHeaders, text).success, text).to.equal(false);
  });
});
