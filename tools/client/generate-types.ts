import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import type { OpenApiDocument } from './openapi-document.js';

/** The types of all records, requests and answers, as @hey-api/openapi-ts writes them. */
export const generateTypes = async (document: OpenApiDocument): Promise<string> => {
  const output = await mkdtemp(join(tmpdir(), 'govgate-client-'));
  try {
    await createClient({
      input: withoutRefusals(document) as never,
      output: { path: output, clean: false },
      plugins: ['@hey-api/typescript'],
      parser: { transforms: { readWrite: { enabled: false } } },
      logs: { level: 'silent' },
    });
    return await readFile(join(output, 'types.gen.ts'), 'utf8');
  } finally {
    await rm(output, { recursive: true, force: true });
  }
};

// Whatever is refused is a GovgateError: said again for every operation, refusals would be three quarters of the types.
const withoutRefusals = (document: OpenApiDocument): unknown => {
  const copy = structuredClone(document);
  for (const operation of Object.values(copy.paths).flatMap((item) => Object.values(item)))
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => status.startsWith('2')),
    );
  return copy;
};
