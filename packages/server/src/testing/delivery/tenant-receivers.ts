import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import type { DestinationKind } from '@govgate/domain/internal';
import {
  answerJson,
  type Received,
  type Recorder,
  startRecorder,
} from '../../../../../tools/test-services/receivers/http-recorder.js';
import { makeTestAuthority } from '../../../../../tools/test-services/receivers/test-authority.js';
import { makeCanary } from '../hostile/canaries.js';
import { REACHES_LOOPBACK } from '../test-service.js';
import { SIEM_KINDS } from './siem-receivers.js';

/** Two tenants whose destinations have the same ids. */
export const TENANTS = ['default', 'umbra'] as const;
type Tenant = (typeof TENANTS)[number];

const ENVIRONMENT = 'production';

/** What one destination was sent. */
export interface Inbox {
  readonly tenant: Tenant;
  readonly kind: DestinationKind;
  /** The bodies of its requests, or its frames. */
  text(): string;
  /** What was sent with them. */
  headers(): string;
}

const ANSWERS: Partial<Record<DestinationKind, (body: string) => object>> = {
  splunk_hec: () => ({ text: 'Success', code: 0 }),
  elasticsearch: (body) => ({
    errors: false,
    items: Array(body.split('\n').length >> 1).fill({ create: { status: 201 } }),
  }),
};

/**
 * Receivers of all six kinds for each of two tenants. They refuse anything containing one text, and repeat in their answers every
 * credential sent with it, as careless ones do.
 */
export class TenantReceivers {
  /** Part of every address, token and key, and must be nowhere else. */
  readonly canary = makeCanary();
  readonly #folder = mkdtempSync(join(tmpdir(), 'govgate-tenant-receivers-'));
  readonly #environment: Record<string, string> = {};
  readonly #frames = new Map<Tenant, string>();
  readonly #servers: Server[] = [];
  #http: Recorder | undefined;

  constructor(private readonly refuses: string) {}

  /** False where no certificate is available. */
  async start(): Promise<boolean> {
    const authority = makeTestAuthority();
    if (authority === undefined) return false;
    const file = join(this.#folder, 'authority.pem');
    writeFileSync(file, authority.authorities);
    this.#environment.NODE_EXTRA_CA_CERTS = file;
    this.#http = await startRecorder((request, response) => {
      const [, , kind] = request.url.split('/');
      const body = ANSWERS[kind as DestinationKind]?.(request.body) ?? {};
      if (request.body.includes(this.refuses)) answerJson(response, 400, { text: echoOf(request), code: 12 });
      else answerJson(response, 200, body);
    });
    for (const tenant of TENANTS) {
      const server = createServer(authority.issue('IP:127.0.0.1'), (socket) => {
        socket.on('error', () => undefined).on('data', (chunk) => this.#add(tenant, chunk.toString('utf8')));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      this.#servers.push(server);
      this.#describe(tenant, (server.address() as AddressInfo).port);
    }
    authority.remove();
    return true;
  }

  get settings(): Record<string, string> {
    const names = Object.keys(this.#environment).filter((name) => name.startsWith('EXAMPLE_'));
    const tenantOf = (name: string): string => TENANTS.find((one) => name.includes(one.toUpperCase())) ?? '';
    return {
      ...REACHES_LOOPBACK,
      GOVGATE_SECRET_ENV: names.map((name) => `${tenantOf(name)}/${ENVIRONMENT}:${name}`).join(),
      ...this.#environment,
    };
  }

  /** A bundle with both tenants and their destinations. */
  get bundle(): object {
    return {
      schema_version: '1.0',
      tenants: TENANTS.map((tenant_id) => ({ tenant_id, environments: [ENVIRONMENT] })),
      destinations: TENANTS.flatMap((tenant) =>
        SIEM_KINDS.map((kind) => ({
          destination_id: `dst_${kind}`,
          tenant_id: tenant,
          environment_id: ENVIRONMENT,
          kind,
          enabled: true,
          destination_ref: `dstref_sample_${kind}`,
          endpoint_ref: `epref_sample_${kind}`,
          endpoint_secret_ref: `env:${variableOf('URL', tenant, kind)}`,
          ...(kind === 'syslog' ? {} : { token_secret_ref: `env:${variableOf('TOKEN', tenant, kind)}` }),
          ...(kind === 'webhook' ? { signing_key_ref: `env:${variableOf('KEY', tenant, kind)}` } : {}),
        })),
      ),
    };
  }

  get inboxes(): readonly Inbox[] {
    return TENANTS.flatMap((tenant) =>
      SIEM_KINDS.map((kind) => {
        const seen = () => this.#http?.seen.filter(({ url }) => url.startsWith(`/${tenant}/${kind}/`)) ?? [];
        return kind === 'syslog'
          ? { tenant, kind, text: () => this.#frames.get(tenant) ?? '', headers: () => '' }
          : {
              tenant,
              kind,
              text: () =>
                seen()
                  .map(({ body }) => body)
                  .join('\n'),
              headers: () => seen().map(echoOf).join('\n'),
            };
      }),
    );
  }

  async dispose(): Promise<void> {
    for (const server of this.#servers) server.close();
    await this.#http?.close();
    rmSync(this.#folder, { recursive: true });
  }

  #add(tenant: Tenant, text: string): void {
    this.#frames.set(tenant, (this.#frames.get(tenant) ?? '') + text);
  }

  #describe(tenant: Tenant, port: number): void {
    for (const kind of SIEM_KINDS) {
      const url =
        kind === 'syslog'
          ? `tls://127.0.0.1:${port}`
          : `${this.#http?.url}/${tenant}/${kind}/${this.canary.next()}`;
      this.#environment[variableOf('URL', tenant, kind)] = url;
      if (kind !== 'syslog') this.#environment[variableOf('TOKEN', tenant, kind)] = this.canary.next();
    }
    const key = Buffer.from(this.canary.next()).toString('base64');
    this.#environment[variableOf('KEY', tenant, 'webhook')] = `whsec_${key}`;
  }
}

const echoOf = ({ url, headers }: Received): string => JSON.stringify({ url, headers });

const variableOf = (what: string, tenant: Tenant, kind: DestinationKind): string =>
  `EXAMPLE_${what}_${tenant}_${kind}`.toUpperCase();
