import { PROTOTYPES } from './confusables.js';
import { withoutHidden } from './hidden-characters.js';

/** The names that differ from another one only by case, width, invisible characters or letters that look the same (docs/spec/mcp-servers.md). */
export const lookAlikeNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set(
    [foldedForm, skeleton, (name: string) => skeleton(foldedForm(name))].flatMap((form) =>
      sharing(names, form),
    ),
  );

const sharing = (names: readonly string[], formOf: (name: string) => string): string[] => {
  const byForm = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const form = formOf(name);
    byForm.set(form, [...(byForm.get(form) ?? []), name]);
  }
  return [...byForm.values()].filter((alike) => alike.length > 1).flat();
};

const plainForm = (name: string): string => withoutHidden(name.normalize('NFKC'));

const foldedForm = (name: string): string => plainForm(name).toLowerCase();

// The skeleton of TS 39, but for case; first of the name as it is and then in lower case, as `I` looks like `l` and `i` does not.
const skeleton = (name: string): string =>
  [...plainForm(name).normalize('NFD')]
    .map((character) => PROTOTYPES.get(character) ?? character)
    .join('')
    .toLowerCase();
