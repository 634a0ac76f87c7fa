import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { meets } from '@govgate/worker/start-checks';
import { isWebAddress } from '../identity/jwt-settings.js';
import { readKeySetFile } from '../identity/read-key-set-file.js';
import { readServerKeys } from '../system/server-keys.js';
import { keptPaths } from './kept-paths.js';
import type { ServerSettings } from './settings.js';
import { SETTINGS } from './settings-table.js';

/** Problems with the files and folders in the settings, one sentence each. Contains no path and no file content. */
export const pathProblems = async (settings: ServerSettings): Promise<readonly string[]> => [
  ...(await unwritableFolder(settings)),
  ...(await exposedSecrets(settings)),
  ...(await unreadableKeys(settings)),
  ...(await unreadableKeySet(settings)),
  ...(await unreadableSignalsToken(settings)),
  ...(await unusableSignalKey(settings)),
];

const unwritableFolder = async ({ mongoUrl, dataFolder }: ServerSettings): Promise<string[]> =>
  mongoUrl !== undefined || (await canHoldFiles(resolve(dataFolder)))
    ? []
    : [`${SETTINGS.dataFolder.name} must name a folder that this user may write, or may make`];

const canHoldFiles = async (folder: string): Promise<boolean> => {
  try {
    if (!(await stat(folder)).isDirectory()) return false;
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (fault) {
    // Missing folders are created below the nearest existing one.
    const isMissing = (fault as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder;
    return isMissing && canHoldFiles(dirname(folder));
  }
};

const exposedSecrets = async (settings: ServerSettings): Promise<string[]> => {
  const kept = keptPaths(settings);
  const pairs = settings.secretsFolders.flatMap((folder) => kept.map((path) => meets(folder, path)));
  return (await Promise.all(pairs)).some(Boolean)
    ? [
        `${SETTINGS.secretsFolders.name} must name no folder that holds the data folder, a file of keys or the token file of an issuer's signals, or lies within it`,
      ]
    : [];
};

const unreadableKeys = async ({ keysFile }: ServerSettings): Promise<string[]> => {
  if (keysFile === undefined || readServerKeys(await textOf(keysFile)) !== undefined) return [];
  return [
    `${SETTINGS.keysFile.name} must name a readable JSON file {"cursor", "fingerprint", "audit"} with 32 bytes in base64 each`,
  ];
};

const unreadableKeySet = async ({ jwt }: ServerSettings): Promise<string[]> => {
  const files = (jwt?.issuers ?? []).map(({ jwks }) => jwks).filter((jwks) => !isWebAddress(jwks));
  const readable = await Promise.all(files.map(isKeySet));
  return readable.every(Boolean)
    ? []
    : [`${SETTINGS.jwtJwks.name} must be a URL or name a readable JSON Web Key Set`];
};

const unreadableSignalsToken = async ({ jwt }: ServerSettings): Promise<string[]> => {
  const files = (jwt?.issuers ?? []).flatMap(({ signals }) => signals?.tokenFile ?? []);
  const tokens = await Promise.all(files.map(textOf));
  return tokens.every((token) => /^[\x21-\x7e]+$/.test(token.trim()))
    ? []
    : [`${SETTINGS.jwtSignalsTokenFile.name} must name a readable file with a token and nothing else`];
};

const unusableSignalKey = async ({ ssfKeyFile }: ServerSettings): Promise<string[]> => {
  if (ssfKeyFile === undefined) return [];
  const { readSignalSigner } = await import('../identity/signal-signer.js');
  if ((await readSignalSigner(ssfKeyFile, '')) !== undefined) return [];
  return [
    `${SETTINGS.ssfKeyFile.name} must name a readable PEM file with a private key (PKCS#8): RSA of 2048 bits or more, EC on P-256, or Ed25519`,
  ];
};

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const isKeySet = (path: string): Promise<boolean> =>
  readKeySetFile(path)().then(
    () => true,
    () => false,
  );
