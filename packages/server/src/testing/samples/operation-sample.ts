import type { AnyKind } from '@govgate/ports';

/** A call of an operation that succeeds in the sample world. */
export interface OperationSample {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Other queries that succeed as well, and whose cost is another. */
  readonly otherQueries?: readonly Readonly<Record<string, string>>[];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is only in the first answer: null in a repeated one. */
  readonly givenOnce?: string;
  /** The answer to a second sending without a key; default: like the first. */
  readonly again?: number;
}

/** A record used by samples. */
export interface SampleRecord {
  readonly kind: AnyKind;
  readonly record: unknown;
}

/** The address of a sample. */
export const sampleUrl = (path: string, { params, query }: OperationSample): string => {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};
