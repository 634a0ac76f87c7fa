import type { Input } from './make-request.js';
import type { OperationRow } from './operation-row.js';

type PageAnswer = Readonly<Record<string, unknown>>;
type Call<O> = (input: Input, options?: O) => Promise<unknown>;

interface PagedCall<O> {
  readonly input: Input;
  readonly options: O | undefined;
}

/** The pages of a list, one after the other; each is asked for when it is wanted. */
export async function* pagesOf<O>(
  call: Call<O>,
  [, , , parameter = '', part = '', token = '']: OperationRow,
  { input, options }: PagedCall<O>,
): AsyncGenerator<PageAnswer, void, undefined> {
  for (let next: unknown = input[parameter]; ; ) {
    const page = (await call(
      next === undefined ? input : { ...input, [parameter]: next },
      options,
    )) as PageAnswer;
    yield page;
    next = (page[part] as PageAnswer | undefined)?.[token];
    if (next === undefined || next === null || next === '') return;
  }
}

/** The records of all pages. */
export async function* itemsOf(pages: AsyncIterable<PageAnswer>): AsyncGenerator<unknown, void, undefined> {
  for await (const { items } of pages) yield* items as readonly unknown[];
}
