/**
 * Which way the folders of a package know each other: any, but never in a circle (`npm run layers`). A configuration of its own,
 * as folders are judged by all that lies in them, and tests may look anywhere.
 */
import layers from './.dependency-cruiser.mjs';

const ROOM = '^packages/[^/]+/src/[^/]+$';
const { options } = layers;
// What stands beside the rooms composes them or is known by all of them.
const BESIDE = '/src/[^/]+\\.ts$';

export default {
  forbidden: [
    {
      name: 'rooms-know-no-circles',
      comment:
        'Folders that need each other are one folder with two names: nobody can say where something belongs, or read one without the other.',
      severity: 'error',
      scope: 'folder',
      from: { path: ROOM },
      to: { circular: true, path: ROOM },
    },
  ],
  options: {
    ...options,
    exclude: { path: `${options.exclude.path}|\\.test(-d)?\\.ts$|/testing/|${BESIDE}` },
  },
};
