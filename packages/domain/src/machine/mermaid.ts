import type { Machine } from './machine.js';

/** The machine as a Mermaid state diagram, for the generated documentation. */
export const toMermaid = (machine: Machine): string =>
  [
    'stateDiagram-v2',
    ...machine.initial.map((state) => `  [*] --> ${state}`),
    ...machine.rows.map((row) => `  ${row.from} --> ${row.to}: ${row.on}${guardText(row.when)}`),
    ...machine.final.map((state) => `  ${state} --> [*]`),
  ].join('\n');

const guardText = (when: readonly string[] | undefined): string =>
  when === undefined || when.length === 0 ? '' : ` [${when.join(', ')}]`;
