/**
 * Which package may import what (docs: CONTRIBUTING.md, "Packages and direction"). `npm run layers` holds the code against
 * these rules; `npm run layers:canary` plants a breach of each one and proves that it is caught.
 *
 *   domain  <-  ports  <-  application  <-  adapter-http, worker
 *                 ^-----------------------  adapter-mongo, adapter-sqlite, worker, ports-testkit
 *   server = composition root: imports all, imported by nobody
 *   console = the browser's part knows client and domain; its middleware is all that the server takes of it
 *   client = knows the OpenAPI document and nothing else
 */

// Test files, and helpers that only tests use, may import more than what they stand beside.
const TESTS = '\\.test(-d)?\\.ts$|/testing/';
// Where packages are entered: by import, or as a process.
const DOORS =
  '^packages/[^/]+/src/((index|cli|(policy|gateway)/index|system/manifest-worker)\\.ts|app/main\\.tsx)$';
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

const forbidden = [
  {
    name: 'domain-is-pure',
    comment:
      'The domain decides and does nothing else: no Node, no I/O, no other package, so that an embedding gateway or a browser can run the very code that the service runs. Only audited, isomorphic code (hashes, signatures) is let in.',
    from: { path: '^packages/domain/src/', pathNot: TESTS },
    to: { pathNot: ['^packages/domain/src/', npm('@noble/hashes', '@noble/curves')] },
  },
  {
    name: 'ports-know-the-domain-only',
    comment:
      'A port says what the application needs in words of the domain. A driver here would make every store look like that driver.',
    from: { path: '^packages/ports/src/', pathNot: TESTS },
    to: { pathNot: ['^packages/ports/src/', '^packages/domain/'] },
  },
  {
    name: 'application-knows-domain-and-ports',
    comment:
      'Use cases run on any store, queue and transport; Koa, MongoDB, BullMQ, Inversify or Node here would bind them to one. The YAML reader is a pure function, and a bounded map is a map.',
    from: { path: '^packages/application/src/', pathNot: TESTS },
    to: { pathNot: ['^packages/application/src/', '^packages/(domain|ports)/', npm('js-yaml', 'lru-cache')] },
  },
  {
    name: 'testkit-brings-no-runner-and-no-adapter',
    comment:
      'The conformance suites are data for any adapter and any test runner; the runner is passed in. With an adapter in its imports the kit could not judge that adapter.',
    from: { path: '^packages/ports-testkit/src/', pathNot: TESTS },
    to: { pathNot: ['^packages/ports-testkit/src/', '^packages/(domain|ports)/'] },
  },
  {
    name: 'store-adapters-stand-alone',
    comment:
      'A store adapter implements ports. Use cases in it would run below the unit of work; another adapter in it could not be exchanged alone.',
    from: { path: '^packages/(adapter-mongo|adapter-sqlite)/src/', pathNot: TESTS },
    to: { path: '^packages/', pathNot: '^packages/($1|domain|ports)/' },
  },
  {
    name: 'http-and-worker-stand-alone',
    comment:
      'HTTP and the worker drive use cases through the application. If they knew a store or each other, they could not run as separate processes over any store.',
    from: { path: '^packages/(adapter-http|worker)/src/', pathNot: TESTS },
    to: { path: '^packages/', pathNot: '^packages/($1|domain|ports|application)/' },
  },
  {
    name: 'client-stands-alone',
    comment:
      'The client is for everybody who calls the API, in a browser too: what it knows of the service comes out of the OpenAPI document, and it needs neither Node nor any package.',
    from: { path: '^packages/client/src/', pathNot: TESTS },
    to: { pathNot: '^packages/client/src/' },
  },
  {
    name: 'console-is-a-caller',
    comment:
      'The console calls the API as anybody could, by the client; the domain verifies offline what it was told. Anything else would be a side door into the service.',
    from: { path: '^packages/console/src/app/', pathNot: TESTS },
    to: {
      pathNot: [
        '^packages/console/src/app/',
        '^packages/(client|domain)/',
        npm('react', 'react-dom', '@tanstack/react-query', 'wouter', 'oauth4webapi'),
        npm('@patternfly/react-core', '@patternfly/react-icons', '@patternfly/react-table'),
        npm('@codemirror/autocomplete', '@codemirror/commands', '@codemirror/lang-json'),
        npm('@codemirror/lang-yaml', '@codemirror/language', '@codemirror/lint', '@codemirror/merge'),
        npm('@codemirror/state', '@codemirror/view', '@lezer/highlight'),
      ],
    },
  },
  {
    name: 'console-is-served-as-files',
    comment:
      'What serves the console knows files and nothing of the API, so that it can be mounted anywhere. Node alone, and no code of the pages.',
    from: { path: '^packages/console/src/(index\\.ts|serve/)', pathNot: TESTS },
    to: { pathNot: ['^packages/console/src/serve/', '^(node:)?(crypto|fs|url|zlib)$'] },
  },
  {
    name: 'only-the-server-mounts-the-console',
    comment: 'The console is the outermost caller; only the composition root puts it beside the API.',
    from: { path: '^packages/', pathNot: ['^packages/(console|server)/', TESTS] },
    to: { path: '^packages/console/' },
  },
  {
    name: 'nobody-imports-the-server',
    comment: 'The composition root knows everybody; knowing it back would tie every package to every other.',
    from: { path: '^packages/', pathNot: '^packages/server/' },
    to: { path: '^packages/server/' },
  },
  {
    name: 'inversify-only-in-the-server',
    comment:
      'Parts take their dependencies as plain arguments; only the composition root knows that a container hands them over.',
    from: { pathNot: '^packages/server/' },
    to: { path: npm('inversify', '@inversifyjs', 'reflect-metadata') },
  },
  {
    name: 'the-container-ends-at-compose',
    comment:
      'What a process is made of is a typed value from there on, so that the compiler says who uses what and tests compose as the product does.',
    from: { path: '^packages/server/', pathNot: '^packages/server/src/(compose\\.ts|modules/)' },
    to: { path: npm('inversify', '@inversifyjs', 'reflect-metadata') },
  },
  {
    name: 'no-test-code-in-the-product',
    comment: 'What ships must not need a test, the testkit or a developer’s tool.',
    from: { path: '^packages/', pathNot: [TESTS, '^packages/ports-testkit/'] },
    to: { path: [TESTS, '^packages/ports-testkit/', '^tools/'] },
  },
  {
    name: 'packages-meet-by-name',
    comment:
      'A relative path into another package goes past its `exports`, which are the promise of what stays, and past its declared dependencies.',
    from: { path: '^packages/([^/]+)/' },
    to: {
      path: '^packages/',
      pathNot: '^packages/$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace'],
    },
  },
  {
    name: 'tools-meet-packages-by-name',
    comment: 'Tools and examples use a package as a stranger would: through its name.',
    from: { path: '^(tools|examples)/' },
    to: { path: '^packages/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'] },
  },
  {
    name: 'product-dependencies-are-declared',
    comment:
      'What a package imports stands under `dependencies` of its own package.json; otherwise it works in this checkout, where npm hoists, and breaks where it is installed.',
    // The console's pages are built ahead: whoever installs the package gets files, and needs nothing that they were made of.
    from: { path: '^packages/', pathNot: [TESTS, '^packages/console/src/app/'] },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
  },
  {
    name: 'every-import-resolves',
    comment: 'An import that leads nowhere is a file that was moved or a package that was not installed.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-circles',
    comment:
      'Modules that need each other at run time cannot be understood, tested or loaded one at a time. Types may point back: they are gone at run time.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-dead-modules',
    comment:
      'A module that no door of its package leads to is code that nobody runs: export it, use it or delete it.',
    from: { path: DOORS },
    // The classes of a record that nothing but its stores see are the compiler's to read.
    to: {
      path: '^packages/[^/]+/src/',
      pathNot: [TESTS, DOORS, '\\.classes\\.ts$', '\\.(css|svg)$'],
      reachable: false,
    },
  },
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Our own build output only: many npm packages keep their code in a `dist`, and leaving those out blinds the rules.
    exclude: { path: '^(packages|examples)/[^/]+/dist/|^\\.cache/' },
    // Types count: a type of a driver in the application is a dependency on that driver.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // The packages' sources, as the tests see them.
      conditionNames: ['@govgate/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
