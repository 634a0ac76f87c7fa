interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: { readonly type?: string; readonly enum?: readonly unknown[] };
}

/** What a call needs to know of an operation. */
export interface Callable {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** One way to make a call, in the form that Redoc reads from `x-codeSamples`. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

interface Call {
  readonly operationId: string;
  readonly method: string;
  /** With its parameters filled in. */
  readonly path: string;
  readonly inPath: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly isPublic: boolean;
}

/** An operation as curl, `@govgate/client` and Python call it: with what it requires, and the environment where it takes one. */
export const codeSamples = (method: string, path: string, operation: Callable): readonly CodeSample[] => {
  const { parameters = [], requestBody } = operation;
  const valuesIn = (place: string): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (one.required === true || one.name === 'environment_id'))
        .map((one) => [one.name, exampleValue(one)]),
    );
  const inPath = valuesIn('path');
  const call: Call = {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name]))),
    inPath,
    query: valuesIn('query'),
    headers: valuesIn('header'),
    body: requestBody?.content['application/json']?.example,
    isPublic: operation.security?.length === 0,
  };
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'TypeScript', label: '@govgate/client', source: typescript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
  ];
};

const exampleValue = ({ example, schema = {} }: Parameter): unknown =>
  example ?? schema.enum?.[0] ?? (schema.type === 'integer' ? 1 : '…');

const curl = ({ method, path, query, headers, body, isPublic }: Call): string => {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$GOVGATE${path}${search === '' ? '' : `?${search}`}"`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return parts.join(' \\\n  ');
};

const typescript = ({ operationId, inPath, query, headers, body }: Call): string => {
  const input = { ...inPath, ...query, ...(body === undefined ? {} : { body }) };
  const ifMatch = headers['If-Match'];
  const given = [
    ...(Object.keys(input).length === 0 ? [] : [literal(input)]),
    ...(ifMatch === undefined ? [] : [`{ ifMatch: ${JSON.stringify(ifMatch)} }`]),
  ];
  return `await govgate.${operationId}(${given.join(', ')});`;
};

// JSON with names as they are written in programs.
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, '$1$2:');

const python = ({ method, path, query, headers, body, isPublic }: Call): string => {
  const head = [
    ...(isPublic ? [] : ['"Authorization": f"Bearer {TOKEN}"']),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  return [
    `requests.${method.toLowerCase()}(`,
    `    f"{GOVGATE}${path}",`,
    ...(Object.keys(query).length === 0 ? [] : [`    params=${dict(query)},`]),
    ...(head.length === 0 ? [] : [`    headers={${head.join(', ')}},`]),
    ...(body === undefined ? [] : [`    json=${dict(body)},`]),
    ')',
  ].join('\n');
};

const dict = (value: unknown): string =>
  JSON.stringify(value, null, 4)
    .replaceAll('\n', '\n    ')
    .replace(/: (true|false|null)(?=,?$)/gm, (_, word: string) => `: ${PYTHON[word]}`)
    .replace(/^(\s*)(true|false|null)(?=,?$)/gm, (_, space: string, word: string) => space + PYTHON[word]);

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
