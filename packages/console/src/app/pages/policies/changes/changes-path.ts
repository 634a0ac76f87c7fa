/** The page of what a version changes. */
export const changesPath = (version: string): string => `policies/${encodeURIComponent(version)}/changes`;
