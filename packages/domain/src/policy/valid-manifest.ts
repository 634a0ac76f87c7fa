import type { PolicyManifest } from './manifest.js';
import type { ManifestBody } from './policy-version.js';

/** A body that has passed `validateManifest`, with the type that this proves; it checks nothing itself. */
export const validManifest = (body: ManifestBody): PolicyManifest => body as unknown as PolicyManifest;
