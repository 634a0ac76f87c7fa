import { LocalService, serviceFolder } from './local-service.js';
import { onFreePort } from './loopback-port.js';
import { helloOf } from './mongo-hello.js';
import type { MongoOptions } from './mongo-server.js';

/** Starts one SecantusDB. It calls itself the primary of a set of one unless told to be a lone server. */
export const startSecantusDb = (command: string, options: MongoOptions): Promise<LocalService> =>
  onFreePort(async (port) => {
    const folder = await serviceFolder('mongo');
    const authority = `127.0.0.1:${port}`;
    return LocalService.start({
      name: 'SecantusDB',
      url: options.standalone ? `mongodb://${authority}/` : `mongodb://${authority}/?replicaSet=secantus`,
      command,
      args: [
        ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', folder],
        // Without the first a kill loses what was acknowledged; the second brings configureFailPoint.
        ...['--sync-on-commit', '--enable-test-commands'],
        ...(options.standalone ? ['--standalone'] : []),
        ...(options.args ?? []),
      ],
      isReady: async () => (await helloOf(authority)).isWritablePrimary === true,
      folder,
    });
  });
