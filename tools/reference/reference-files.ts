import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { codeSamples } from './code-samples.js';
import { documentWithAnswers } from './recorded-answers.js';

/** A file of the reference page: its place, and what is in it. */
export interface ReferenceFile {
  readonly file: string;
  readonly generate: () => Promise<string>;
}

const BUNDLE = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');

/** Redoc's own picture comes from its maker's host: a page that needs nothing from elsewhere has none. */
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_PICTURE = 'data:,';

const redoc = async (): Promise<string> => {
  const bundle = await readFile(BUNDLE, 'utf8');
  if (!bundle.includes(LOGO)) throw new Error('Redoc has changed: look what it loads from elsewhere now');
  const licences = await readFile(`${BUNDLE}.LICENSE.txt`, 'utf8');
  return `${licences}\n${bundle.replaceAll(LOGO, NO_PICTURE).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')}`;
};

const START = `const document_ = JSON.parse(document.getElementById('openapi').textContent);
document.body.style.margin = '0';
Redoc.init(document_, { hideDownloadButton: true, nativeScrollbars: true }, document.getElementById('reference'));
`;

// Inside of a script element nothing but its end is special.
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const SAMPLES = `# Samples

\`GOVGATE\` is the address of the service, \`TOKEN\` the token; \`govgate\` is what \`createClient\` of \`@govgate/client\` makes of them. The answers were
given in a world of sample records; of lists they show the first entries.`;

const NAMES: Readonly<Record<string, string>> = {
  authzen: 'AuthZEN',
  mcp_servers: 'MCP servers',
  siem_webhooks: 'Destinations',
};

const titleOf = (tag: string): string =>
  NAMES[tag] ?? `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll('_', ' ')}`;

const documentToShow = (): unknown => {
  const { paths, info, tags, ...document } = documentWithAnswers();
  const withSamples = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        { ...operation, 'x-codeSamples': codeSamples(method, path, operation) },
      ]),
    ),
  ]);
  return {
    ...document,
    info: { ...info, description: `${info.description}\n\n${SAMPLES}` },
    tags: tags.map((tag) => ({ ...tag, 'x-displayName': titleOf(tag.name) })),
    paths: Object.fromEntries(withSamples),
  };
};

const html = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>govgate administration API</title>
<link rel="icon" href="data:,">
<div id="reference">The reference needs JavaScript.</div>
<script type="application/json" id="openapi">${embedded(documentToShow())}</script>
<script src="reference/redoc.standalone.js"></script>
<script src="reference/start.js"></script>
</html>
`;

/** The API reference, made ahead of the OpenAPI document: it loads nothing but these files, from a server or from a disk. */
export const REFERENCE_FILES: readonly ReferenceFile[] = [
  { file: 'reference.html', generate: async () => html() },
  { file: 'reference/redoc.standalone.js', generate: redoc },
  { file: 'reference/start.js', generate: async () => START },
];
