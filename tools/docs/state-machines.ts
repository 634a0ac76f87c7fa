import * as domain from '@govgate/domain';
import { code, page, table } from './page.js';

const isMachine = (value: unknown): value is domain.Machine =>
  typeof value === 'object' && value !== null && 'states' in value && 'triggers' in value && 'rows' in value;

/** Every machine that the domain exports: nobody has to remember to list one. */
export const exportedMachines = (): readonly domain.Machine[] =>
  Object.values<unknown>(domain)
    .filter(isMachine)
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The life of every record as a diagram and a table. */
export const stateMachinesPage = (): string =>
  page(
    'State machines',
    'The tables that the service steps through. `[guard]`: a fact that must hold.',
    ...exportedMachines().map(machineSection),
  );

const machineSection = (machine: domain.Machine): string =>
  [
    `## ${machine.name}`,
    `\`\`\`mermaid\n${domain.toMermaid(machine)}\n\`\`\``,
    table(
      ['from', 'on', 'to', 'when'],
      machine.rows.map((row) => [
        code(row.from),
        code(row.on),
        code(row.to),
        (row.when ?? []).map(code).join(', '),
      ]),
    ),
  ].join('\n\n');
