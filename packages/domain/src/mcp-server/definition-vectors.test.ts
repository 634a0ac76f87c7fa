import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { parseExactJson } from '../exact-json.js';
import { canonicalDefinition, definitionHash, type ReceivedTool } from './canonical-definition.js';

interface Vectors {
  readonly vectors: readonly {
    readonly name: string;
    readonly tool: string;
    readonly canonical: string;
    readonly hash: string;
  }[];
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../../vectors/definition-hash.json', import.meta.url), 'utf8'),
) as Vectors;

describe('the published vectors of definitionHash', () => {
  it('are what it gives, and what SHA-256 gives of the canonical text', () => {
    expect(vectors.length).to.equal(11);
    for (const { name, tool, canonical, hash } of vectors) {
      const received = parseExactJson(tool) as ReceivedTool;
      expect([canonicalDefinition(received), definitionHash(received)], name).to.deep.equal([
        canonical,
        hash,
      ]);
      expect(hash, name).to.equal(`sha256:${createHash('sha256').update(canonical).digest('hex')}`);
    }
  });
});
