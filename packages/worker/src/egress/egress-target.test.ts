import { expect } from 'chai';
import { makeAddressPolicy } from './address-policy.js';
import { parseTarget } from './egress-target.js';
import { REFUSED_URLS } from './testing/address-vectors.js';

const closed = makeAddressPolicy([], []);

describe('egress target', () => {
  for (const [url, why] of REFUSED_URLS) {
    it(`refuses ${JSON.stringify(url.slice(0, 60))} (${why})`, () => {
      expect(parseTarget(url, closed)).equal(undefined);
    });
  }

  it('reads https with a port, a path and a query, and drops the fragment', () => {
    expect(parseTarget('https://Hooks.Example.com:8443/in?x=1#part', closed)).deep.equal({
      scheme: 'https:',
      origin: 'https://hooks.example.com:8443',
      path: '/in?x=1',
    });
  });

  it('accepts public addresses and names with umlauts', () => {
    const urls = ['https://8.8.8.8/', 'https://[2606:4700:4700::1111]/', 'https://bücher.example/'];
    expect(urls.map((url) => parseTarget(url, closed)?.origin)).deep.equal([
      'https://8.8.8.8',
      'https://[2606:4700:4700::1111]',
      'https://xn--bcher-kva.example',
    ]);
  });

  it('accepts a local name and plain http once loopback is configured for them', () => {
    const open = makeAddressPolicy(['127.0.0.0/8'], ['127.0.0.0/8']);
    const urls = [
      'http://localhost:9000/',
      'http://127.0.0.1:9000/',
      'https://localhost/',
      'http://10.0.0.1/',
    ];
    expect(urls.map((url) => parseTarget(url, open)?.origin)).deep.equal([
      'http://localhost:9000',
      'http://127.0.0.1:9000',
      'https://localhost',
      undefined,
    ]);
  });
});
