import { MongoClient } from 'mongodb';

/** Runs one command against the admin database of one server, past all discovery of a set. */
export const adminCommand = async (
  authority: string,
  command: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const client = new MongoClient(`mongodb://${authority}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
    connectTimeoutMS: 1_000,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
};

/** What a server says of itself. */
export const helloOf = (authority: string): Promise<Record<string, unknown>> =>
  adminCommand(authority, { hello: 1 });
