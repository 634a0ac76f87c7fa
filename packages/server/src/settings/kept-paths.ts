import type { ServerSettings } from './settings.js';

/** Paths that no tenant's secret may be read from: the data folder, the keys file and tokens of the service's own (docs/spec/operations.md). */
export const keptPaths = ({
  mongoUrl,
  dataFolder,
  keysFile,
  jwt,
}: Pick<ServerSettings, 'mongoUrl' | 'dataFolder' | 'keysFile' | 'jwt'>): readonly string[] => [
  ...(mongoUrl === undefined ? [dataFolder] : []),
  ...(keysFile === undefined ? [] : [keysFile]),
  ...(jwt?.issuers.flatMap(({ signals }) => signals?.tokenFile ?? []) ?? []),
];
