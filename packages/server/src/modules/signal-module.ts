import type { SignalSigner } from '@govgate/ports';
import { ContainerModule } from 'inversify';
import type { ServerSettings } from '../settings/settings.js';
import { ID } from './identifiers.js';

type SignalSettings = Pick<ServerSettings, 'ssfKeyFile' | 'publicUrl'>;

/** The signer of shared signals, where a key for it is named. `jose` is loaded only then. */
export const signalModule = async (settings: SignalSettings): Promise<ContainerModule> => {
  const signer = await signerOf(settings);
  return new ContainerModule(({ bind }) => {
    bind(ID.signalSigner).toConstantValue(signer);
  });
};

const signerOf = async ({ ssfKeyFile, publicUrl }: SignalSettings): Promise<SignalSigner | undefined> => {
  if (ssfKeyFile === undefined || publicUrl === undefined) return undefined;
  const { readSignalSigner } = await import('../identity/signal-signer.js');
  const signer = await readSignalSigner(ssfKeyFile, publicUrl);
  if (signer === undefined) throw new Error('The key of shared signals was readable and is no longer.');
  return signer;
};
