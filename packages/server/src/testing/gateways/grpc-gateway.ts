import { fileURLToPath } from 'node:url';
import { type Client, credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const OPTIONS = { keepCase: true, longs: Number, oneofs: true, defaults: true } as const;
const PROTOS = ['ext-authz.proto', 'ext-mcp.proto', 'health.proto'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);
/** What a gateway is answered. */
export interface Checked {
  readonly allowed: boolean;
  readonly code: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json?: any;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What agentgateway is answered: the code, the reason and the data of its error, or that the message passes. */
export type CheckedMcp =
  | 'passes'
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  | { readonly code: number; readonly reason: string; readonly json: any };

type Sent = Readonly<Record<string, string | string[]>>;

/** A gateway that asks over gRPC, as Envoy and agentgateway do. */
export interface GrpcGateway {
  check(attributes: object | undefined, metadata?: Sent): Promise<Checked>;
  /** By ExtMcp; `said` is what the configuration says. */
  checkMcp(request: object, said: object, metadata?: Sent): Promise<CheckedMcp>;
  /** The status of gRPC's health check: 1 is serving. */
  health(service?: string): Promise<number>;
  close(): void;
}

interface CheckResponse {
  readonly status: { readonly code: number };
  readonly ok_response?: object;
  readonly denied_response?: {
    readonly status: { readonly code: number };
    readonly headers: readonly { readonly header: { readonly key: string; readonly value: string } }[];
    readonly body: string;
  };
  readonly dynamic_metadata: { readonly fields: Readonly<Record<string, { readonly string_value: string }>> };
}

type Method = (
  message: object,
  metadata: Metadata,
  answer: (fault: Error | null, value: never) => void,
) => void;

export const connectGrpcGateway = (port: number): GrpcGateway => {
  const address = `127.0.0.1:${port}`;
  const services = loadPackageDefinition(loadSync(PROTOS, OPTIONS)) as unknown as {
    readonly envoy: {
      readonly service: { readonly auth: { readonly v3: { Authorization: typeof Client } } };
    };
    readonly agentgateway: { readonly dev: { readonly ext_mcp: { ExtMcp: typeof Client } } };
    readonly grpc: { readonly health: { readonly v1: { Health: typeof Client } } };
  };
  const authorization = new services.envoy.service.auth.v3.Authorization(
    address,
    credentials.createInsecure(),
  );
  const extMcp = new services.agentgateway.dev.ext_mcp.ExtMcp(address, credentials.createInsecure());
  const health = new services.grpc.health.v1.Health(address, credentials.createInsecure());
  const call = <T>(client: Client, message: object, sent: Sent = {}, name = 'Check'): Promise<T> =>
    new Promise((resolve, reject) => {
      const metadata = new Metadata();
      for (const [name, values] of Object.entries(sent))
        for (const value of [values].flat()) metadata.add(name, value);
      const method = (client as unknown as Record<string, Method>)[name] as Method;
      const answer = (fault: Error | null, value: never) => (fault === null ? resolve(value) : reject(fault));
      method.call(client, message, metadata, answer);
    });
  return {
    check: async (attributes, sent) => checkedOf(await call(authorization, { attributes }, sent)),
    checkMcp: async (request, said, sent) => {
      const metadata_context = { fields: fieldsOf(said) };
      const result = await call<McpResult>(extMcp, { ...request, metadata_context }, sent, 'CheckRequest');
      if (result.error == null) {
        if (result.pass == null) throw new Error('it neither passes nor fails');
        return 'passes';
      }
      const { code, reason, mcp_error } = result.error;
      return { code, reason, json: JSON.parse(String(mcp_error)) };
    },
    health: async (service = '') => (await call<{ status: number }>(health, { service })).status,
    close: () => {
      authorization.close();
      extMcp.close();
      health.close();
    },
  };
};

interface McpResult {
  readonly pass?: object | null;
  readonly error?: {
    readonly code: number;
    readonly reason: string;
    readonly mcp_error: Uint8Array;
  } | null;
}

/** A `google.protobuf.Struct` of texts and nulls. */
const fieldsOf = (said: object): object =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      value === null ? { nullValue: 0 } : { stringValue: String(value) },
    ]),
  );

const checkedOf = (answer: CheckResponse): Checked => {
  const { status, denied_response: denied, dynamic_metadata } = answer;
  const metadata = Object.entries(dynamic_metadata.fields).map(([name, value]) => [name, value.string_value]);
  return {
    allowed: status.code === 0 && answer.ok_response != null && denied == null,
    code: status.code,
    metadata: Object.fromEntries(metadata),
    ...(denied == null
      ? {}
      : {
          status: denied.status.code,
          headers: Object.fromEntries(denied.headers.map(({ header }) => [header.key, header.value])),
          json: JSON.parse(denied.body),
        }),
  };
};
