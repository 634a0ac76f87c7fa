import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { allOperations, type Operation, openApiDocument } from '@govgate/adapter-http';
import { createClient } from '@hey-api/openapi-ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { importSource } from '../../../../tools/build/import-source.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { MemoryWorlds } from '../testing/worlds/memory-worlds.js';
import { makeWorld, putRecords, TENANT } from '../testing/worlds/world.js';

const CACHE = fileURLToPath(new URL('../../../../.cache/', import.meta.url));

/** A function of the generated client: one for each operation, by its id. */
type GeneratedCall = (
  asked: Record<string, unknown>,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

describe('third-party clients', function () {
  this.timeout(120_000);

  it('accept the OpenAPI document, by an independent validator', async () => {
    const result = await new Validator().validate(structuredClone(openApiDocument()));
    expect(result.errors ?? []).to.deep.equal([]);
    expect(result.valid).to.equal(true);
  });

  it('call every operation, through a client from a public generator', async () => {
    // Below the repository, so that the generated modules find nothing but themselves.
    mkdirSync(CACHE, { recursive: true });
    const folder = mkdtempSync(join(CACHE, 'generated-client-'));
    try {
      const sdk = await generate(folder);
      for (const operation of allOperations.filter(({ permission }) => permission !== 'public')) {
        await callThrough(sdk, operation);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const generate = async (folder: string): Promise<Record<string, GeneratedCall>> => {
  const input = join(folder, 'openapi.json');
  writeFileSync(input, JSON.stringify(openApiDocument()));
  const output = join(folder, 'client');
  await createClient({
    input,
    output,
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  return importSource(pathToFileURL(join(output, 'sdk.gen.ts')).href);
};

const worlds = new MemoryWorlds(async ({ ports }) => {
  const tokens = await makeWorld(ports);
  await putRecords(ports, TENANT, SAMPLE_RECORDS);
  return tokens;
});

const callThrough = async (sdk: Record<string, GeneratedCall>, operation: Operation): Promise<void> => {
  const sample = OPERATION_SAMPLES[operation.id];
  const call = sdk[operation.id];
  if (sample === undefined || call === undefined) throw new Error(`the client has no ${operation.id}`);
  const { service, world: tokens } = await worlds.open();
  try {
    const { data, error, response } = await call({
      baseUrl: service.url,
      auth: tokens.admin,
      headers: { authorization: `Bearer ${tokens.admin}`, ...sample.headers },
      path: sample.params,
      query: sample.query,
      ...(sample.body === undefined ? {} : { body: sample.body }),
    });
    expect(response.status, `${operation.id}: ${JSON.stringify(error)}`).to.be.oneOf([
      ...operation.successes,
    ]);
    expect(data, operation.id).not.to.equal(undefined);
  } finally {
    await service.stop();
  }
};
