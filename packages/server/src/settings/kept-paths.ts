import type { ServerSettings } from './settings.js';

/** Paths that no tenant's secret may be read from: the data folder and the keys file (docs/spec/operations.md). */
export const keptPaths = ({
  mongoUrl,
  dataFolder,
  keysFile,
}: Pick<ServerSettings, 'mongoUrl' | 'dataFolder' | 'keysFile'>): readonly string[] => [
  ...(mongoUrl === undefined ? [dataFolder] : []),
  ...(keysFile === undefined ? [] : [keysFile]),
];
