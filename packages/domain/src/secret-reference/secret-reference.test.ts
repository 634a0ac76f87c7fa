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

describe('parseSecretReference', () => {
  it('reads an environment variable or an absolute file', () => {
    expect(parseSecretReference('env:SIEM_TOKEN')).to.deep.equal({ source: 'env', name: 'SIEM_TOKEN' });
    expect(parseSecretReference('file:/run/secrets/siem.token')).to.deep.equal({
      source: 'file',
      path: '/run/secrets/siem.token',
    });
  });

  it('reads nothing else', () => {
    const others = [
      '',
      'SIEM_TOKEN',
      'env:',
      'env:1ST',
      'env:A B',
      'env:A=b',
      'file:relative',
      'file://host/path',
      'file:/',
      'file:/run/../etc/shadow',
      'file:/run/./x',
      'file:/run//x',
      'file:/run/x/',
      'file:/run/x\0',
      'file:/run/%2e%2e/x',
      'https://hooks.example/T0',
      'vault:kv/x',
      'ENV:A',
    ];
    expect(others.filter((text) => parseSecretReference(text) !== undefined)).to.deep.equal([]);
  });
});

describe('acceptSecretReference', () => {
  it('takes files below an allow-listed folder only, and prints none', () => {
    const accept = (text: string) => acceptSecretReference(text, 'token_secret_ref', ['/run/secrets']);
    const refused = { reasonCode: 'invalid_request', field: 'token_secret_ref' };
    const accepted = expectOk(accept('file:/run/secrets/token'));
    expect(accepted.reveal()).to.equal('file:/run/secrets/token');
    expect(inspect(accepted) + String(accepted) + JSON.stringify(accepted)).not.to.include('secrets/token');
    expect(refusalIn(accept('file:/etc/shadow'))).to.deep.equal(refused);
    expect(refusalIn(accept('file:/run/secrets-of-others/token'))).to.deep.equal(refused);
    expect(refusalIn(accept('file:/run/secrets'))).to.deep.equal(refused);
    expect(refusalIn(accept('example-secret-in-clear'))).to.deep.equal(refused);
    expect(accept('env:TOKEN').ok).to.equal(true);
    expect(refusalIn(accept('env:GOVGATE_ADMIN_TOKEN'))).to.deep.equal(refused);
  });
});

describe('what may be shown of a reference', () => {
  it('is the store and the last segment, and nothing of a bare word', () => {
    expect(secretRefSummary('hashicorp_vault', 'kv/data/payments/api-key')).to.equal(
      'hashicorp_vault:…/api-key',
    );
    expect(secretRefSummary('aws_secrets_manager', 'arn:aws:secretsmanager:eu-1:1:secret:pay')).to.equal(
      'aws_secrets_manager:…/pay',
    );
    expect(secretRefSummary('openbao', 'example-secret-in-clear')).to.equal('openbao:…');
  });

  it('is a fingerprint that only the server key makes', () => {
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
