import { ok, refuse } from '@govgate/domain';
import type { SignalKey } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'signalSigner'>;

/** Where receivers fetch the keys of the tokens. */
export const SIGNAL_KEYS_PATH = '/v1/identity/signals/keys';

/** What receivers of shared signals may know of this transmitter (OpenID SSF 1.0, 7.1). */
export interface TransmitterMetadata {
  readonly specVersion: string;
  readonly issuer: string;
  readonly jwksUri: string;
  readonly deliveryMethodsSupported: readonly string[];
}

/** Describes the transmitter of shared signals, where there is a key to sign them. */
export const makeReadTransmitter =
  ({ signalSigner }: Deps): UseCase<object, TransmitterMetadata> =>
  async () =>
    signalSigner === undefined
      ? refuse('not_found')
      : ok({
          specVersion: '1_0',
          issuer: signalSigner.issuer,
          jwksUri: `${signalSigner.issuer}${SIGNAL_KEYS_PATH}`,
          deliveryMethodsSupported: ['urn:ietf:rfc:8935'],
        });

/** The public keys that verify what the transmitter sends. */
export const makeReadSignalKeys =
  ({ signalSigner }: Deps): UseCase<object, { readonly keys: readonly SignalKey[] }> =>
  async () =>
    signalSigner === undefined ? refuse('not_found') : ok({ keys: signalSigner.keys });
