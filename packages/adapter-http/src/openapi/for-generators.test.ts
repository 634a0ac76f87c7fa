import { expect } from 'chai';
import { openApiDocument } from '../operations/registry.js';
import { forGenerators } from './for-generators.js';

describe('forGenerators', () => {
  it('says that an integer may pass 32 bits', () => {
    expect(forGenerators({ type: 'integer' })).to.deep.equal({ type: 'integer', format: 'int64' });
    expect(forGenerators({ type: 'integer', maximum: 2 ** 31 - 1 })).to.not.have.property('format');
    expect(forGenerators({ type: 'integer', maximum: 2 ** 31 })).to.have.property('format', 'int64');
  });

  it('gives the one value of a text its type', () => {
    expect(forGenerators({ const: 'tenant' })).to.deep.equal({ type: 'string', const: 'tenant' });
    expect(forGenerators({ type: ['string', 'null'], const: null })).to.deep.equal({
      type: ['string', 'null'],
      const: null,
    });
  });

  it('leaves no object as a default, and no map of empty schemas', () => {
    const schema = {
      properties: { a: { default: {} }, b: { additionalProperties: {} }, c: { default: [] } },
    };
    expect(forGenerators(schema)).to.deep.equal({
      properties: { a: {}, b: { additionalProperties: true }, c: { default: [] } },
    });
  });

  it('takes no property for a keyword, and leaves examples as they are', () => {
    const schema = {
      properties: { default: { type: 'object' }, type: { type: 'string' } },
      examples: [{ type: 'integer', default: {} }],
    };
    expect(forGenerators(schema)).to.deep.equal(schema);
  });

  it('leaves the document without a type that is null alone, but beside others', () => {
    const lonely: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('type' in value && value.type === 'null' && !/\/(anyOf|oneOf)\/\d+$/.test(path)) lonely.push(path);
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`);
    };
    look(openApiDocument(), '');
    expect(lonely).to.deep.equal([]);
  });
});
