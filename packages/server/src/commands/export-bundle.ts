import { once } from 'node:events';
import { writeBundle } from '@govgate/adapter-http';
import { makeExportBundle } from '@govgate/application';
import { withPorts } from './with-ports.js';

/** `govgate export`: everything but secrets as one bundle on stdout, one record per line. */
export const exportBundle = async (): Promise<void> =>
  withPorts(async (ports) => {
    for await (const piece of writeBundle(makeExportBundle(ports)())) {
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    }
  });
