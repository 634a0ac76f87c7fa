import { expect } from 'chai';
import { describe, it } from 'mocha';
import { toolsFromList } from './tools-from-list.js';

const STATED = { title: 'A', description: 'Does it', annotations: { readOnlyHint: true }, _meta: { x: 1 } };

describe('tools of an answer to tools/list', () => {
  it('are spelt as a manifest has them, and lose nothing that their server states', () => {
    const tool = { name: 'a', inputSchema: { type: 'object' }, outputSchema: {}, ...STATED };
    const taken = [
      { tool_id: 'a', name: 'a', input_schema: { type: 'object' }, output_schema: {}, ...STATED },
    ];
    expect(toolsFromList({ tools: [tool] })).to.deep.equal(taken);
    expect(toolsFromList([tool])).to.deep.equal(taken);
  });

  it('stay as they are in any other form', () => {
    for (const other of ['none', null, { result: [] }]) expect(toolsFromList(other)).to.equal(other);
    expect(toolsFromList({ tools: [1] })).to.deep.equal([1]);
  });
});
