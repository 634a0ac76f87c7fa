import { expect } from 'chai';
import fc from 'fast-check';
import { refusalIn } from '../testing/people.js';
import { checkHandle, handleHelp, parseHandle } from './handle.js';
import { BAD_HANDLES, GOOD_HANDLES } from './testing/handles.js';

const kindOf = (text: string): 'dst' | 'ep' => (text.startsWith('dst') ? 'dst' : 'ep');

describe('a handle', () => {
  it('is accepted in thirty valid forms', () => {
    expect(GOOD_HANDLES).to.have.length(30);
    const refused = GOOD_HANDLES.filter((text) => !checkHandle(text, kindOf(text), 'destination_ref').ok);
    expect(refused).to.deep.equal([]);
  });

  it('is refused for sixty bad ones, telling leaks from mistakes', () => {
    expect(BAD_HANDLES).to.have.length(60);
    const wrong = BAD_HANDLES.filter(({ text, raw }) => {
      const refusal = refusalIn(checkHandle(text, kindOf(text), 'destination_ref'));
      return refusal?.reasonCode !== (raw ? 'raw_endpoint_material_rejected' : 'invalid_request');
    });
    expect(wrong).to.deep.equal([]);
  });

  it('of the other kind is a mistake', () => {
    expect(refusalIn(checkHandle('epref_collector-eu-1', 'dst', 'destination_ref'))).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'destination_ref',
      ...handleHelp('dst'),
    });
  });

  it('is parsed into its kind and name', () => {
    expect(parseHandle('dstref_security-lake-01')).to.deep.equal({ kind: 'dst', name: 'security-lake-01' });
    expect(parseHandle('dstref_ghp_examplenotarealtoken')).to.equal(undefined);
  });

  it('never parses as a URL with a host once it is accepted', () => {
    const pieces = fc.constantFrom(
      'dstref_',
      'epref_',
      'http',
      '://',
      '//',
      '.',
      ':',
      '/',
      '@',
      '?',
      'a',
      'host',
      '-',
      '_',
      'Z9',
      '\\',
      '%2f',
      '\t',
    );
    const near = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(near, fc.webUrl(), fc.string(), fc.constantFrom(...GOOD_HANDLES)), (text) => {
        const accepted = (['dst', 'ep'] as const).filter((kind) => checkHandle(text, kind, 'f').ok);
        if (accepted.length === 0) return;
        expect(hostOf(text)).to.equal('');
        expect(hostOf(`//${text}`)).to.equal(hostOf(`//${text}`).replace(/[./:@?#]/g, ''));
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused as raw material for any web address', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        expect(refusalIn(checkHandle(url, 'ep', 'endpoint_ref'))?.reasonCode).to.equal(
          'raw_endpoint_material_rejected',
        );
      }),
    );
  });
});

const hostOf = (text: string): string => {
  try {
    return new URL(text).host;
  } catch {
    return '';
  }
};
