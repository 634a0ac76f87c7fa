import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Recorder, startRecorder } from '../../../../../tools/test-services/receivers/http-recorder.js';
import { runCli, type SpawnedService, spawnService } from '../processes/spawned-service.js';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import { type Answered, type CallRequest, REACHES_LOOPBACK, startTestService } from '../test-service.js';
import { makeWorld, putRecords, TENANT } from '../worlds/world.js';
import { type Canary, makeCanary } from './canaries.js';

/** A service in a separate process with a canary in every place that holds a secret, and everything that leaves it. */
export class CanaryBench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'govgate-r1-'));
  #outbound: Recorder | undefined;
  readonly #left: { readonly where: string; text: string }[] = [];
  #service: SpawnedService | undefined;
  #environment: Record<string, string> = {};
  /** What must not be anywhere but with the caller: tokens, values of secrets, what was refused. */
  readonly secret: Canary = makeCanary();
  /** What the store keeps and nobody else gets: references to secrets, submitted text. */
  readonly kept: Canary = makeCanary();
  apiToken = '';
  /** The token of an admin of the tenant that has a record for each sample. */
  sampleToken = '';
  readonly adminToken = `${this.secret.next()}-${this.secret.next()}`;

  get service(): SpawnedService {
    if (this.#service === undefined) throw new Error('the service was not started');
    return this.#service;
  }

  async start(): Promise<void> {
    this.#outbound = await startRecorder(({ body }, response) => {
      this.#leave('outbound body', body);
      response.writeHead(204).end();
    });
    this.#environment = {
      GOVGATE_DATA: join(this.#folder, 'data'),
      GOVGATE_ADMIN_TOKEN: this.adminToken,
      GOVGATE_LOG_LEVEL: 'debug',
      ...REACHES_LOOPBACK,
      GOVGATE_RATE_READS_PER_MINUTE: '0',
      GOVGATE_RATE_WRITES_PER_MINUTE: '0',
      GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE: '0',
      GOVGATE_SECRET_ENV: (['URL', 'TOKEN', 'KEY'] as const)
        .map((what) => `default/production:${this.variable(what)}`)
        .join(),
      [this.variable('URL')]: `${this.#outbound.url}/${this.secret.next()}`,
      [this.variable('TOKEN')]: this.secret.next(),
      [this.variable('KEY')]: `whsec_${Buffer.from(this.secret.next()).toString('base64')}`,
    };
    await this.#fill();
    const user = { user_id: 'tess', tenant_id: 'default', display_name: 'Tess' };
    await this.import({ schema_version: '1.0', users: [user] });
    const made = await runCli(
      ['token', 'create', '--tenant', 'default', '--user', 'tess'],
      this.#environment,
    );
    this.apiToken = made.stdout.trim();
    this.#leave('stderr of token create', made.stderr);
    this.#service = await spawnService(this.#environment);
  }

  /** The name of a variable that is a canary itself. */
  variable(what: 'URL' | 'TOKEN' | 'KEY'): string {
    return `${this.kept.text}_${what}`;
  }

  /** Runs a command and keeps its output. */
  async cli(args: readonly string[]): Promise<string> {
    const { stdout, stderr } = await runCli(args, this.#environment);
    this.#leave(`govgate ${args[0]}`, stdout + stderr);
    return stdout;
  }

  /** Imports a bundle and keeps the report. */
  async import(bundle: unknown): Promise<string> {
    const file = join(this.#folder, 'bundle.json');
    writeFileSync(file, JSON.stringify(bundle));
    return this.cli(['import', file]);
  }

  /** Makes a call and keeps what was answered. */
  async call(path: string, wanted?: CallRequest): Promise<Answered> {
    const answer = await this.service.call(path, wanted);
    const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
    this.#leave(`answer to ${wanted?.method ?? 'GET'} ${path.slice(0, 40)}`, `${headers}\n${answer.text}`);
    return answer;
  }

  /** Ends the service, and returns everything that left it. */
  async left(): Promise<readonly { readonly where: string; readonly text: string }[]> {
    await this.service.stop();
    return [
      ...this.#left,
      { where: 'log', text: this.service.stderr() },
      { where: 'stdout', text: this.service.stdout() },
    ];
  }

  /** The files of the store, as on disk. */
  files(): readonly { readonly where: string; readonly text: string }[] {
    const folder = join(this.#folder, 'data');
    return readdirSync(folder).map((name) => ({
      where: name,
      text: readFileSync(join(folder, name), 'latin1'),
    }));
  }

  dispose(): void {
    this.#service?.process.kill('SIGKILL');
    void this.#outbound?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #leave(where: string, text: string): void {
    this.#left.push({ where, text });
  }

  // Before the service starts, so that it finds a record for every sample.
  async #fill(): Promise<void> {
    const { GOVGATE_DATA = '', GOVGATE_ADMIN_TOKEN } = this.#environment;
    const filling = await startTestService({ on: 'sqlite', settings: { GOVGATE_DATA, GOVGATE_ADMIN_TOKEN } });
    this.sampleToken = (await makeWorld(filling.ports)).admin;
    await putRecords(filling.ports, TENANT, SAMPLE_RECORDS);
    await filling.stop();
  }
}
