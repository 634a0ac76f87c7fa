/** An MCP server that its authors publish, which runs without an account. */
export interface PublishedServer {
  readonly id: string;
  readonly registry: 'npm' | 'pypi';
  /** Name and version, as the registry has them. */
  readonly package: string;
  readonly version: string;
  /** What it needs to be installed beside it: some name no version of the SDK, and fail with a later one. */
  readonly needs?: readonly string[];
  /** The program that the package installs. */
  readonly program: string;
  /** `{files}` is a folder of its own, a repository of git with one file; `{browser}` is Chromium. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What is called through the gateway. */
  readonly call: readonly [tool: string, args: Readonly<Record<string, unknown>>];
}

type Rest = Partial<Pick<PublishedServer, 'args' | 'env' | 'needs'>>;

const from =
  (registry: PublishedServer['registry']) =>
  (
    name: string,
    version: string,
    program: string,
    call: PublishedServer['call'],
    rest: Rest = {},
  ): PublishedServer => ({
    id: name.replace(/^@/, '').replaceAll('/', '-'),
    registry,
    package: name,
    version,
    program,
    call,
    ...rest,
  });

const npm = from('npm');
const pypi = from('pypi');

const FILES: Rest = { args: ['{files}'] };
const STDIO: Rest = { args: ['--stdio'] };
/** Servers of PyPI that were written for version 1 of the SDK. */
const SDK_1 = ['mcp==1.30.0'];

/** Where a call needs the internet, its server answers with an error of its own: that answer is what must arrive. */
export const PUBLISHED_SERVERS: readonly PublishedServer[] = [
  npm('@modelcontextprotocol/server-everything', '2026.8.31', 'mcp-server-everything', [
    'echo',
    { message: 'hello' },
  ]),
  npm(
    '@modelcontextprotocol/server-filesystem',
    '2026.8.31',
    'mcp-server-filesystem',
    ['list_directory', { path: '{files}' }],
    FILES,
  ),
  npm('@modelcontextprotocol/server-memory', '2026.8.31', 'mcp-server-memory', ['read_graph', {}], {
    env: { MEMORY_FILE_PATH: '{files}/memory.jsonl' },
  }),
  npm('@modelcontextprotocol/server-sequential-thinking', '2026.8.31', 'mcp-server-sequential-thinking', [
    'sequentialthinking',
    { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
  ]),
  npm('@modelcontextprotocol/server-pdf', '2.0.4', 'mcp-pdf-server', ['list_pdfs', {}], STDIO),
  npm('@modelcontextprotocol/server-map', '2.0.3', 'mcp-map-server', ['show-map', {}], STDIO),
  npm(
    '@modelcontextprotocol/server-budget-allocator',
    '2.0.3',
    'mcp-budget-allocator-server',
    ['get-budget-data', {}],
    STDIO,
  ),
  npm(
    '@playwright/mcp',
    '0.0.83',
    'playwright-mcp',
    ['browser_navigate', { url: 'data:text/html,<title>hello</title>' }],
    { args: ['--headless', '--isolated', '--no-sandbox', '--executable-path', '{browser}'] },
  ),
  npm('chrome-devtools-mcp', '1.11.0', 'chrome-devtools-mcp', ['list_pages', {}], {
    args: ['--headless', '--isolated', '--executablePath', '{browser}', '--chromeArg=--no-sandbox'],
  }),
  npm('@upstash/context7-mcp', '4.1.1', 'context7-mcp', [
    'resolve-library-id',
    { query: 'koa', libraryName: 'koa' },
  ]),
  npm('@wonderwhy-er/desktop-commander', '0.2.52', 'desktop-commander', [
    'list_directory',
    { path: '{files}' },
  ]),
  npm('@antv/mcp-server-chart', '0.9.10', 'mcp-server-chart', [
    'generate_pie_chart',
    { data: [{ category: 'a', value: 1 }] },
  ]),
  npm('@eslint/mcp', '0.3.13', 'mcp', ['lint-files', { filePaths: ['{files}/README.md'] }]),
  npm('mcp-server-code-runner', '0.1.8', 'mcp-server-code-runner', [
    'run-code',
    { languageId: 'javascript', code: 'console.log(6 * 7)' },
  ]),
  npm('@cyanheads/git-mcp-server', '2.15.3', 'git-mcp-server', ['git_status', { path: '{files}' }]),
  npm('repomix', '1.18.1', 'repomix', ['pack_codebase', { directory: '{files}' }], { args: ['--mcp'] }),
  npm('mongodb-mcp-server', '3.0.4', 'mongodb-mcp-server', ['list-databases', { connectionId: 'none' }]),
  npm('nx-mcp', '0.25.0', 'nx-mcp', ['nx_docs', { userQuery: 'cache' }], FILES),
  pypi('mcp-server-time', '2026.10.19', 'mcp-server-time', ['get_current_time', { timezone: 'UTC' }]),
  pypi('mcp-server-fetch', '2026.10.24', 'mcp-server-fetch', ['fetch', { url: 'http://127.0.0.1:1/' }]),
  pypi('mcp-server-git', '2026.10.19', 'mcp-server-git', ['git_status', { repo_path: '{files}' }]),
  pypi('mcp-server-sqlite', '2025.4.25', 'mcp-server-sqlite', ['list_tables', {}], {
    args: ['--db-path', '{files}/test.db'],
    needs: SDK_1,
  }),
  pypi('mcp-server-calculator', '0.2.1', 'mcp-server-calculator', ['calculate', { expression: '6 * 7' }]),
  pypi('duckduckgo-mcp-server', '0.7.0', 'duckduckgo-mcp-server', ['search', { query: 'mcp' }]),
  pypi('excel-mcp-server', '2.2.2', 'excel-mcp-server', ['create_workbook', { path: '{files}/book.xlsx' }], {
    args: ['stdio'],
  }),
  pypi(
    'mcp-server-diff-python',
    '0.1.2',
    'mcp-server-diff-python',
    ['get-unified-diff', { string_a: 'a', string_b: 'b' }],
    { needs: SDK_1 },
  ),
  pypi('mcp-server-motherduck', '1.1.0', 'mcp-server-motherduck', ['execute_query', { sql: 'select 42' }], {
    args: ['--db-path', ':memory:', '--read-write'],
  }),
  pypi('arxiv-mcp-server', '0.8.2', 'arxiv-mcp-server', ['list_papers', {}], {
    args: ['--storage-path', '{files}'],
  }),
];
