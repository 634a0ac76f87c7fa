import { get } from 'node:http';
import { LocalService, serviceFolder } from '../test-services/local-service.js';
import { onFreePort } from '../test-services/loopback-port.js';
import { CORES, pinned } from './pinned.js';
import { cpuMsOf, residentMbOf } from './process-figures.js';

/** A server to measure: a node script, told its port and an empty folder of its own. */
export interface ServerPlan {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env: (place: { readonly port: number; readonly folder: string }) => Record<string, string>;
  /** Answers 200 to a GET once the server is ready. */
  readonly readyPath: string;
  /** A folder to use again, such as an existing store; a new one otherwise. */
  readonly folder?: string;
}

/** A server in a process of its own, held to one core. */
export interface MeasuredServer {
  readonly url: string;
  readonly pid: number;
  /** How long it took from the start of the process to the first 200. */
  readonly readyMs: number;
  readonly cpuMs: () => number | undefined;
  readonly residentMb: () => number | undefined;
  /** Ends it as an operator would; its folder stays. */
  stop(): Promise<void>;
  dispose(): Promise<void>;
}

export const startMeasured = (plan: ServerPlan): Promise<MeasuredServer> =>
  onFreePort(async (port) => {
    const folder = plan.folder ?? (await serviceFolder('bench'));
    const url = `http://127.0.0.1:${port}`;
    const [command, args] = pinned(CORES.server, process.execPath, [plan.script, ...(plan.args ?? [])]);
    const started = performance.now();
    const service = await LocalService.start({
      name: plan.name,
      url,
      command,
      args,
      env: plan.env({ port, folder }),
      isReady: () => answers200(`${url}${plan.readyPath}`),
      probeEveryMs: 5,
      folder,
    });
    const readyMs = performance.now() - started;
    return {
      url,
      pid: service.pid,
      readyMs,
      // taskset becomes the program it starts, so the pid is the server's.
      cpuMs: () => cpuMsOf(service.pid),
      residentMb: () => residentMbOf(service.pid),
      stop: () => service.stop(),
      dispose: () => service.dispose(),
    };
  });

const answers200 = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', () => resolve(false));
    request.once('timeout', () => request.destroy());
  });
