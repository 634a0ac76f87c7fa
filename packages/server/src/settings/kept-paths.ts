import type { ServerSettings } from './settings.js';

/** Paths that no tenant's secret may be read from: the data folder, the files of keys and tokens of the service's own (docs/spec/operations.md). */
export const keptPaths = ({
  mongoUrl,
  dataFolder,
  keysFile,
  ssfKeyFile,
  jwt,
}: Pick<
  ServerSettings,
  'mongoUrl' | 'dataFolder' | 'keysFile' | 'ssfKeyFile' | 'jwt'
>): readonly string[] => [
  ...(mongoUrl === undefined ? [dataFolder] : []),
  ...[keysFile, ssfKeyFile].filter((path) => path !== undefined),
  ...(jwt?.issuers.flatMap(({ signals }) => signals?.tokenFile ?? []) ?? []),
];
