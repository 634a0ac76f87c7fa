import { makeReadSignalKeys, makeReadTransmitter, SIGNAL_KEYS_PATH } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';

const PUBLIC_READ = {
  method: 'get',
  tag: 'identity',
  permission: 'public',
  scope: 'none',
  extension: true,
  refuses: ['not_found'],
  maxAgeSeconds: 300,
  params: v.object({}),
  query: v.object({}),
} as const;

const Text = v.optional(v.string());

/** Called by receivers of shared signals (OpenID SSF 1.0, 7.2). */
export const readTransmitter = defineOperation({
  ...PUBLIC_READ,
  id: 'readTransmitter',
  path: '/.well-known/ssf-configuration',
  useCase: makeReadTransmitter,
  summary: 'Describes this service as a transmitter of shared signals',
  response: v.object({
    spec_version: v.string(),
    issuer: v.string(),
    jwks_uri: v.string(),
    delivery_methods_supported: v.array(v.string()),
  }),
  toInput: () => ({}),
});

/** The same callers; only the public members of a key are in the schema. */
export const readSignalKeys = defineOperation({
  ...PUBLIC_READ,
  id: 'readSignalKeys',
  path: SIGNAL_KEYS_PATH,
  useCase: makeReadSignalKeys,
  summary: 'The public keys of the shared signals that this service sends',
  response: v.object({
    keys: v.array(
      v.object({
        kty: v.string(),
        use: v.string(),
        alg: v.string(),
        kid: v.string(),
        n: Text,
        e: Text,
        crv: Text,
        x: Text,
        y: Text,
      }),
    ),
  }),
  toInput: () => ({}),
});
