import type { Ports } from '../call/ports.js';
import { SECTION_NAMES, type SectionName, sectionOf } from './sections/registry.js';

/** One item of an export and its section. Sections follow each other in a bundle's order. */
export interface ExportedItem {
  readonly section: SectionName;
  readonly item: unknown;
}

export type ExportBundle = () => AsyncIterable<ExportedItem>;

/**
 * Yields everything a bundle contains item by item, so that a large store needs little memory: ordered by section, tenant, environment and
 * id, without secrets and derived values (docs/spec/operations.md).
 */
export const makeExportBundle = ({ records }: Pick<Ports, 'records'>): ExportBundle =>
  async function* () {
    for (const section of SECTION_NAMES)
      for await (const item of sectionOf(section).give(records)) yield { section, item };
  };
