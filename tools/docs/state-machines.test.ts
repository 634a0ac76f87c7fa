import * as domain from '@govgate/domain';
import { expect } from 'chai';

const isMachine = (value: unknown): value is domain.Machine =>
  typeof value === 'object' && value !== null && 'states' in value && 'triggers' in value && 'rows' in value;

describe('the page of state machines', () => {
  it('draws every machine that the domain exports', () => {
    const exported = Object.values<unknown>(domain).filter(isMachine);
    expect([...domain.ALL_MACHINES]).to.have.members(exported);
  });
});
