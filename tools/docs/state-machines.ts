import { ALL_MACHINES, type Machine, toMermaid } from '@govgate/domain/internal';
import { code, page, table } from './page.js';

/** The life of every record as a diagram and a table. */
export const stateMachinesPage = (): string =>
  page(
    'State machines',
    'The tables that the service steps through. `[guard]`: a fact that must hold.',
    ...[...ALL_MACHINES].sort((a, b) => (a.name < b.name ? -1 : 1)).map(machineSection),
  );

const machineSection = (machine: Machine): string =>
  [
    `## ${machine.name}`,
    `\`\`\`mermaid\n${toMermaid(machine)}\n\`\`\``,
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
