import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { expectOk, refusalIn } from '../testing/people.js';
import {
  acceptSecretReference,
  parseSecretReference,
  secretRefFingerprint,
  secretRefSummary,
} from './secret-reference.js';

const NO_REFERENCES = [
  '',
  'SIEM_TOKEN',
  'env:',
  'env:1ST',
  'env:A B',
  'env:A=b',
  `env:${'A'.repeat(129)}`,
  'file:',
  'file:/run/secrets/siem.token',
  'file://host/path',
  'file:/',
  'file:..',
  'file:.',
  'file:../umbra/production/token',
  'file:siem/../../token',
  'file:siem/./token',
  'file:siem//token',
  'file:siem/',
  'file:siem\0',
  'file:siem\\token',
  'file:siem\ntoken',
  'file:%2e%2e/token',
  `file:${'a'.repeat(256)}`,
  `file:${'a/'.repeat(8)}a`,
  `file:${Array(5).fill('a'.repeat(250)).join('/')}`,
  'https://hooks.example/T0',
  'vault:kv/x',
  'ENV:A',
];

describe('parseSecretReference', () => {
  it('reads an environment variable or the name of a file', () => {
    expect(parseSecretReference('env:SIEM_TOKEN')).to.deep.equal({ source: 'env', name: 'SIEM_TOKEN' });
    expect(parseSecretReference('file:siem.token')).to.deep.equal({ source: 'file', name: 'siem.token' });
    expect(parseSecretReference('file:siem/..data/token')).to.deep.equal({
      source: 'file',
      name: 'siem/..data/token',
    });
  });

  it('reads nothing else', () => {
    expect(NO_REFERENCES.filter((text) => parseSecretReference(text) !== undefined)).to.deep.equal([]);
  });
});

describe('acceptSecretReference', () => {
  it('checks only the form, and prints nothing of its input', () => {
    const accept = (text: string) => acceptSecretReference(text, 'token_secret_ref');
    const accepted = expectOk(accept('file:siem/token'));
    expect(accepted.reveal()).to.equal('file:siem/token');
    expect(inspect(accepted) + String(accepted) + JSON.stringify(accepted)).not.to.include('siem/token');
    expect(accept('env:NOBODY_SET_THIS').ok).to.equal(true);
    const refused = { reasonCode: 'invalid_request', field: 'token_secret_ref' };
    for (const text of NO_REFERENCES) expect(refusalIn(accept(text)), text).to.deep.equal(refused);
  });
});

describe('what may be shown of a reference', () => {
  it('is the store and the last segment, and nothing for a bare word', () => {
    expect(secretRefSummary('hashicorp_vault', 'kv/data/payments/api-key')).to.equal(
      'hashicorp_vault:…/api-key',
    );
    expect(secretRefSummary('aws_secrets_manager', 'arn:aws:secretsmanager:eu-1:1:secret:pay')).to.equal(
      'aws_secrets_manager:…/pay',
    );
    expect(secretRefSummary('openbao', 'example-secret-in-clear')).to.equal('openbao:…');
  });

  it('is a fingerprint that only the server key can produce', () => {
    const key = new Uint8Array(32).fill(7);
    const reference = 'kv/data/payments/api-key';
    expect(secretRefFingerprint(key, reference)).to.equal(
      createHmac('sha256', key).update(reference).digest('hex').slice(0, 16),
    );
    expect(secretRefFingerprint(new Uint8Array(32), reference)).not.to.equal(
      secretRefFingerprint(key, reference),
    );
  });
});
