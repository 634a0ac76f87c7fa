import { refuse } from '@govgate/domain';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { scimRefusal } from './scim-error.js';

describe('a refusal in SCIM’s form', () => {
  it('is tooMany where a filter finds more than is read, and no other limit is', () => {
    const told = [refuse('limit_exceeded', 'filter'), refuse('limit_exceeded', 'members')].map(
      ({ refusal }) => {
        const { status, text } = scimRefusal(refusal);
        return [status, JSON.parse(text).scimType];
      },
    );
    expect(told).to.deep.equal([
      [400, 'tooMany'],
      [409, undefined],
    ]);
  });
});
