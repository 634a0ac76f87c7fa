import type { TrailBehind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeTellIndexing } from './tell-indexing.js';

describe('telling how far the indexes of trails have come', () => {
  it('tells of each trail while it moves, once where it stands still, and of its end', () => {
    const lines: unknown[] = [];
    let behind: readonly TrailBehind[] = [];
    const tell = makeTellIndexing({
      auditTrail: { behind: () => behind },
      log: { info: (what, about) => void lines.push([what, about]) },
    });
    for (const left of [undefined, 90_000, 25_000, 25_000, undefined, undefined]) {
      behind = left === undefined ? [] : [{ tenantId: 'acme', left }];
      tell();
    }
    const about = { kind: 'audit_event', tenantId: 'acme' };
    expect(lines).to.deep.equal([
      ['lists are being rebuilt', { ...about, records: 90_000, done: 0 }],
      ['lists are being rebuilt', { ...about, records: 90_000, done: 65_000 }],
      ['lists were rebuilt', { ...about, done: 90_000 }],
    ]);
  });
});
