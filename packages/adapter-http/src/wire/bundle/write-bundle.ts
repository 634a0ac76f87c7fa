import type { ExportedItem } from '@govgate/application';
import { compileProjector, type Projector } from '../../operation/projector.js';
import { BUNDLE_SCHEMAS, WIRE_SECTIONS, type WireSectionName } from './bundle-schema.js';

const SECTIONS = new Map<string, { readonly name: WireSectionName; readonly project: Projector }>(
  WIRE_SECTIONS.map((name) => [
    BUNDLE_SCHEMAS[name].section,
    { name, project: compileProjector(BUNDLE_SCHEMAS[name].item) },
  ]),
);

/**
 * Writes an export as pieces of one JSON document, one record per line, so that a large store needs little memory and two exports can be
 * compared line by line. Only what a section's schema declares can leave.
 */
export async function* writeBundle(items: AsyncIterable<ExportedItem>): AsyncIterable<string> {
  yield '{"schema_version":"1.0"';
  const left = [...WIRE_SECTIONS];
  let before = '';
  for await (const { section, item } of items) {
    const { name, project } = sectionNamed(section);
    const isFirst = left.includes(name);
    if (isFirst) yield `${before}${opened(left, name)}\n`;
    // The marker goes in first: records whose contract has none do not declare it, and so drop it again.
    const record = project({ schemaVersion: '1.0', ...(item as object) });
    yield `${isFirst ? '' : ',\n'}${JSON.stringify(record)}`;
    before = '\n]';
  }
  yield `${before}${left.map((name) => `,\n"${name}":[]`).join('')}}\n`;
}

const sectionNamed = (section: string) => {
  const known = SECTIONS.get(section);
  if (known === undefined) throw new TypeError(`section ${section} has no wire form`);
  return known;
};

// Opens a section, after any that turned out empty.
const opened = (left: WireSectionName[], name: WireSectionName): string =>
  left
    .splice(0, left.indexOf(name) + 1)
    .map((passed) => (passed === name ? `,\n"${passed}":[` : `,\n"${passed}":[]`))
    .join('');
