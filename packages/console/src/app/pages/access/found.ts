import { GovgateError } from '@govgate/client';

/** The one of a list that is looked for, where the API has no way to read it by itself. */
export const found = async <Item>(
  items: AsyncIterable<Item>,
  isIt: (item: Item) => boolean,
): Promise<Item> => {
  for await (const item of items) if (isIt(item)) return item;
  throw new GovgateError({
    operationId: 'console',
    status: 404,
    reasonCode: 'not_found',
    message: 'There is no such record, or you may not see it.',
    retryable: false,
  });
};
