import type { Document, MongoClient } from 'mongodb';

/** Has the server fail commands in a given way while some work runs. */
export const whileFailing = async <T>(
  client: MongoClient,
  mode: 'alwaysOn' | { readonly times: number } | { readonly skip: number },
  data: Document,
  work: () => Promise<T>,
): Promise<T> => {
  const admin = client.db('admin');
  await admin.command({ configureFailPoint: 'failCommand', mode, data });
  try {
    return await work();
  } finally {
    await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
  }
};
