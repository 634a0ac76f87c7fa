/** A change to one file: the old text, which stands there exactly once, and what it becomes. */
export interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The text of the patch's file with the patch in it. Where the code has moved on, a bug that is not planted must not pass for one that was. */
export const patched = (text: string, { file, from, to }: Patch): string => {
  const [before = '', after, ...more] = text.split(from);
  if (from === '' || after === undefined) throw new Error(`${file}: nothing reads ${JSON.stringify(from)}`);
  if (more.length > 0) throw new Error(`${file}: ${more.length + 1} places read ${JSON.stringify(from)}`);
  return `${before}${to}${after}`;
};

/** The files that the patches change, by name, with all their patches in them. */
export const patchedFiles = (
  patches: readonly Patch[],
  textOf: (file: string) => string,
): ReadonlyMap<string, string> => {
  const files = new Map<string, string>();
  for (const patch of patches)
    files.set(patch.file, patched(files.get(patch.file) ?? textOf(patch.file), patch));
  return files;
};
