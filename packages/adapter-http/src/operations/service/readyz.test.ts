import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileWriter } from '../../operation/writer.js';
import { readyz } from './readyz.js';

describe('the answer of readyz', () => {
  it('names the lists that are not whole, and what warns an operator', () => {
    const write = compileWriter(readyz.response);
    const reported = { ready: true, parts: { store: 'ready' }, warnings: ['disk_full'] };
    expect(JSON.parse(write(readyz.toWire(reported, 'req_1')))).to.deep.equal({
      status: 'ready',
      parts: { store: 'ready' },
      warnings: ['disk_full'],
    });
  });
});
