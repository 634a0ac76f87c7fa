/**
 * What of Envoy's external authorization, of agentgateway's ExtMcp and of gRPC's health check is read and written, as protobufjs takes it:
 * fields that are not listed are skipped by their numbers. `MessageType` of another package is inlined, since names of messages are not on the wire.
 */
type Field = readonly [id: number, type: string, rule?: 'repeated' | 'map'];

const message = (fields: Readonly<Record<string, Field>>) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [id, type, rule]]) => [
      name,
      { id, type, ...(rule === 'map' ? { keyType: 'string' } : rule === undefined ? {} : { rule }) },
    ]),
  ),
});

const method = (requestType: string, responseType: string) => ({ requestType, responseType });

/** Puts declarations into a package such as `grpc.health.v1`. */
const inPackage = (name: string, nested: object) =>
  name.split('.').reduceRight<object>((inner, part) => ({ nested: { [part]: inner } }), { nested }) as {
    readonly nested: object;
  };

/** `google.protobuf.Struct`, of whose values texts alone are read and written. */
const STRUCT = {
  Struct: message({ fields: [1, 'Value', 'map'] }),
  Value: {
    oneofs: { kind: { oneof: ['stringValue'] } },
    ...message({ stringValue: [3, 'string'] }),
  },
};

const AUTHORIZATION = inPackage('envoy.service.auth.v3', {
  Authorization: { methods: { Check: method('CheckRequest', 'CheckResponse') } },
  CheckRequest: message({ attributes: [1, 'AttributeContext'] }),
  AttributeContext: message({ request: [4, 'Request'], contextExtensions: [10, 'string', 'map'] }),
  Request: message({ http: [2, 'HttpRequest'] }),
  HttpRequest: message({
    method: [2, 'string'],
    headers: [3, 'string', 'map'],
    size: [9, 'int64'],
    body: [11, 'string'],
    rawBody: [12, 'bytes'],
    headerMap: [13, 'HeaderMap'],
  }),
  HeaderMap: message({ headers: [1, 'HeaderValue', 'repeated'] }),
  HeaderValue: message({ key: [1, 'string'], value: [2, 'string'], rawValue: [3, 'bytes'] }),
  CheckResponse: {
    oneofs: { httpResponse: { oneof: ['deniedResponse', 'okResponse'] } },
    ...message({
      status: [1, 'Status'],
      deniedResponse: [2, 'DeniedHttpResponse'],
      okResponse: [3, 'OkHttpResponse'],
      dynamicMetadata: [4, 'Struct'],
    }),
  },
  Status: message({ code: [1, 'int32'], message: [2, 'string'] }),
  DeniedHttpResponse: message({
    status: [1, 'HttpStatus'],
    headers: [2, 'HeaderValueOption', 'repeated'],
    body: [3, 'string'],
  }),
  OkHttpResponse: message({}),
  HttpStatus: message({ code: [1, 'int32'] }),
  HeaderValueOption: message({ header: [1, 'HeaderValue'], appendAction: [3, 'int32'] }),
  ...STRUCT,
});

// As of its v1.3.0. What reads answers of servers (`CheckResponse`) is not offered.
const EXT_MCP = inPackage('agentgateway.dev.ext_mcp', {
  ExtMcp: { methods: { CheckRequest: method('McpRequest', 'McpRequestResult') } },
  McpRequest: message({
    serviceNames: [1, 'string', 'repeated'],
    method: [2, 'string'],
    metadataContext: [3, 'Struct'],
    mcpRequest: [4, 'bytes'],
  }),
  McpRequestResult: {
    oneofs: { result: { oneof: ['pass', 'error'] } },
    ...message({ pass: [1, 'Pass'], error: [3, 'AuthorizationError'] }),
  },
  Pass: message({}),
  AuthorizationError: message({ code: [1, 'int32'], reason: [2, 'string'], mcpError: [3, 'bytes'] }),
  ...STRUCT,
});

const HEALTH = inPackage('grpc.health.v1', {
  Health: { methods: { Check: method('HealthCheckRequest', 'HealthCheckResponse') } },
  HealthCheckRequest: message({ service: [1, 'string'] }),
  HealthCheckResponse: message({ status: [1, 'int32'] }),
});

/** The services that are offered, with their messages. */
export const SERVICES = { nested: { ...AUTHORIZATION.nested, ...EXT_MCP.nested, ...HEALTH.nested } };

export const EXT_MCP_SERVICE = 'agentgateway.dev.ext_mcp.ExtMcp';
export const AUTHORIZATION_SERVICE = 'envoy.service.auth.v3.Authorization';
export const HEALTH_SERVICE = 'grpc.health.v1.Health';

/** `envoy.config.core.v3.HeaderValue`: `rawValue` in place of `value` where the gateway sends raw headers. */
export interface HeaderValue {
  readonly key: string;
  readonly value: string;
  readonly rawValue: Uint8Array;
}

/** `envoy.service.auth.v3.CheckRequest`. Absent messages are null, absent texts and bytes empty. */
export interface CheckRequest {
  readonly attributes: {
    readonly request: {
      readonly http: {
        readonly method: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly headerMap: { readonly headers: readonly HeaderValue[] } | null;
        readonly size: number;
        readonly body: string;
        readonly rawBody: Uint8Array;
      } | null;
    } | null;
    readonly contextExtensions: Readonly<Record<string, string>>;
  } | null;
}

/** `agentgateway.dev.ext_mcp.McpRequest`. */
export interface McpRequest {
  /** The servers that it goes to, as the gateway calls them. */
  readonly serviceNames: readonly string[];
  readonly method: string;
  /** What the gateway's configuration says. A value that is no text has no `stringValue`. */
  readonly metadataContext: {
    readonly fields: Readonly<Record<string, { readonly stringValue?: string }>>;
  } | null;
  /** The message's `params` as JSON; empty where it has none. */
  readonly mcpRequest: Uint8Array;
}
