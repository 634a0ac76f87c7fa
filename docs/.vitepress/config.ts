import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { repositoryLinks } from '../../tools/docs-site/repository-links.js';
import { pageOf } from '../../tools/docs-site/site-path.js';

const DOCS = fileURLToPath(new URL('../', import.meta.url));

const link = (text: string, page: string): DefaultTheme.SidebarItem => ({ text, link: `/${page}` });

/** Every decision, by the number and the title that it has itself. */
const decisions = (): DefaultTheme.SidebarItem[] =>
  readdirSync(`${DOCS}adr`)
    .sort()
    .map((file) => {
      const title = /^# (.*)$/m.exec(readFileSync(`${DOCS}adr/${file}`, 'utf8'))?.[1] ?? file;
      return link(title, `adr/${file.replace(/\.md$/, '')}`);
    });

const folded = (text: string, items: DefaultTheme.SidebarItem[]): DefaultTheme.SidebarItem => ({
  text,
  collapsed: true,
  items,
});

const SIDEBAR: DefaultTheme.SidebarItem[] = [
  {
    text: 'Tutorials',
    items: [
      link('What it is', ''),
      link('The first day', 'how-to/first-day'),
      link('A gateway', 'how-to/gateway'),
      link('A webhook receiver', 'how-to/webhook-receiver'),
    ],
  },
  {
    text: 'How to',
    items: [
      folded('Decide what may pass', [
        link('Use the console', 'how-to/console'),
        link('Policies', 'how-to/policies'),
        link('Ten policies with their tests', 'how-to/policy-examples'),
        link('Tests of a policy', 'how-to/policy-tests'),
        link('Roles', 'how-to/roles'),
        link('Access reviews', 'how-to/access-reviews'),
        link('Credentials', 'how-to/credentials'),
        link('MCP servers', 'how-to/mcp-servers'),
        link('Live MCP servers', 'how-to/live-mcp-servers'),
        link('Allow-lists and a registry', 'how-to/allowlists'),
        link('Sessions and revocations', 'how-to/sessions'),
        link('Data planes', 'how-to/data-planes'),
        link('Changes as code', 'how-to/changes-as-code'),
        link('Bundles', 'how-to/bundles'),
      ]),
      folded('Embed it', [
        link('Gateways that exist', 'how-to/gateways-that-exist'),
        link('Install the packages', 'how-to/install'),
        link('The client', 'how-to/client'),
        link('The service in your server', 'how-to/embed-the-service'),
        link('A store of your own', 'how-to/write-a-store'),
        link('Integrations', 'integrations/'),
        link('Example: an MCP gateway', 'examples/data-plane/'),
        link('Example: AuthZEN in Python', 'examples/authzen-gateway/'),
        link('Example: the evaluator', 'examples/embed-domain/'),
      ]),
      folded('Operate it', [
        link('The embedded store', 'how-to/embedded-store'),
        link('Many machines', 'how-to/many-machines'),
        link('Containers and Helm', 'how-to/containers'),
        link('Commands over the network', 'how-to/remote-commands'),
        link('Identity providers', 'how-to/jwt'),
        link('Provisioning by SCIM', 'how-to/scim'),
        link('Backup and restore', 'how-to/backup'),
        link('Upgrades', 'how-to/upgrade'),
        link('Metrics and alerts', 'how-to/metrics'),
      ]),
      folded('Review it', [
        link('Verify the trail', 'how-to/verify-the-trail'),
        link('To a SIEM', 'how-to/destinations'),
        link('Sigma rules', 'siem/sigma/'),
      ]),
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API', link: '/generated/reference.html', target: '_self' },
      link('Conventions of the API', 'how-to/api-conventions'),
      link('Command line', 'reference/cli'),
      link('Settings', 'how-to/settings'),
      link('Limits', 'how-to/limits'),
      link('The policy language', 'how-to/policy-language'),
      link('The audit format', 'how-to/audit-format'),
      link('Audit event types', 'generated/audit-event-types'),
      link('Permissions and roles', 'generated/permissions'),
      link('Reason codes', 'generated/reason-codes'),
      link('State machines', 'generated/state-machines'),
      { text: 'Packages', link: '/packages/index.html', target: '_self' },
      folded('Specification', [
        link('Overview', 'spec/'),
        link('Conventions', 'spec/conventions'),
        link('Identity', 'spec/identity'),
        link('Authorization', 'spec/authorization'),
        link('Policies', 'spec/policies'),
        link('Credential bindings', 'spec/credential-bindings'),
        link('Client sessions', 'spec/sessions'),
        link('Client surfaces', 'spec/client-surfaces'),
        link('Agents', 'spec/agents'),
        link('Data planes', 'spec/data-planes'),
        link('MCP servers', 'spec/mcp-servers'),
        link('Destinations', 'spec/destinations'),
        link('Audit', 'spec/audit'),
        link('Approvals', 'spec/approvals'),
        link('Access reviews', 'spec/access-reviews'),
        link('AuthZEN', 'spec/authzen'),
        link('Running the service', 'spec/operations'),
      ]),
    ],
  },
  {
    text: 'Explanation',
    items: [
      link('Architecture', 'project/architecture'),
      link('What was proved', 'proof'),
      link('Faults found by outsiders', 'faults-found'),
      link('Benchmarks', 'benchmarks'),
      folded('Decisions', decisions()),
    ],
  },
  {
    text: 'The project',
    items: [
      link('Contributing', 'project/contributing'),
      link('Changelog', 'project/changelog'),
      link('Roadmap', 'roadmap'),
    ],
  },
];

export default defineConfig({
  title: 'govgate',
  description: 'The administration service of a governance gateway',
  srcDir: '..',
  cacheDir: '../.cache/vitepress',
  // Everything else of the repository; what is no page by pageOf stands here, too.
  srcExclude: [
    'README.md',
    '*/**/node_modules/**',
    '.*/**',
    'packages/**',
    'tools/**',
    'deploy/**',
    'reports/**',
    'image/**',
  ],
  rewrites: (file: string) => pageOf(file) ?? file,
  // Links to files beside the pages; dead-links.ts looks at what was built, whole.
  ignoreDeadLinks: [/^\/generated\/reference/, /^\/packages\//],
  markdown: { config: repositoryLinks },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Embed', link: '/how-to/gateway' },
      { text: 'Call the API', link: '/how-to/api-conventions' },
      { text: 'Operate', link: '/how-to/embedded-store' },
      { text: 'Review', link: '/how-to/verify-the-trail' },
    ],
    sidebar: SIDEBAR,
  },
});
