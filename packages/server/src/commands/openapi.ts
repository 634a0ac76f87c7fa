import { openApiDocument } from '@govgate/adapter-http';

/** `govgate openapi`: the document on stdout. */
export const openapi = async (): Promise<void> => {
  process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
};
