import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const SCHEMA = new URL('../../docs/generated/policy-manifest.schema.json', import.meta.url);
const accepts = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

/** What the published JSON Schema has against a manifest, or undefined. */
export const policySchemaProblem = (manifest: unknown): string | undefined =>
  accepts(manifest) ? undefined : `policy-manifest.schema.json refuses it: ${JSON.stringify(accepts.errors)}`;
