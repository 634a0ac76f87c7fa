import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LocalService, serviceFolder } from './local-service.js';
import { onFreePort } from './loopback-port.js';
import { helloOf } from './mongo-hello.js';
import type { MongoOptions } from './mongo-server.js';
import { KEEPING_COMPILED } from './python-venv.js';

const SECONDS_AS_MONGODB = 60;
const PROGRAM = fileURLToPath(new URL('./secantusd.py', import.meta.url));

/** Starts one SecantusDB. It calls itself the primary of a set of one unless asked to be a standalone server. */
export const startSecantusDb = (command: string, options: MongoOptions): Promise<LocalService> =>
  onFreePort(async (port) => {
    const folder = await serviceFolder('mongo');
    const authority = `127.0.0.1:${port}`;
    return LocalService.start({
      name: 'SecantusDB',
      url: options.standalone ? `mongodb://${authority}/` : `mongodb://${authority}/?replicaSet=secantus`,
      // Python of the environment that it was installed into.
      command: join(dirname(command), 'python'),
      env: {
        ...KEEPING_COMPILED,
        TRANSACTION_SECONDS: String(options.transactionSeconds ?? SECONDS_AS_MONGODB),
      },
      args: [
        PROGRAM,
        ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', folder],
        // Brings configureFailPoint.
        '--enable-test-commands',
        // Without it a kill loses what was acknowledged.
        ...(options.unkilled ? [] : ['--sync-on-commit']),
        ...(options.standalone ? ['--standalone'] : []),
        ...(options.args ?? []),
      ],
      isReady: async () => (await helloOf(authority)).isWritablePrimary === true,
      folder,
    });
  });
