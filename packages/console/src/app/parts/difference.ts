/** A changed member. */
export interface Difference {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The members in which a record differs, by path. Lists are compared as a whole: both versions show what moved. */
export const differences = (before: unknown, after: unknown, path = ''): Difference[] => {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      differences(before[name], after[name], path === '' ? name : `${path}.${name}`),
    );
  }
  const [was, is] = [shown(before), shown(after)];
  return was === is ? [] : [{ path, before: was, after: is }];
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
