/**
 * Writes the published vectors: `node --import tsx --conditions=@govgate/source packages/domain/src/policy/testing/write-vectors.ts`.
 * They are written once and reviewed; run this again only when a theme is added. The random cases keep their seed.
 */
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import type { PolicyManifest } from '../manifest.js';
import { FAILED_EVALUATION } from '../policy-outcome.js';
import type { PolicyRequest } from '../policy-request.js';
import { anyCall, anyPolicy } from './any-policy.js';
import { naiveOutcome } from './naive-evaluator.js';
import { VECTOR_THEMES, type VectorGroup } from './vector-themes.js';
import { requestOfWire, wireOutcome, wireRequestOf } from './wire-request.js';

const FOLDER = new URL('../../../vectors/policy/', import.meta.url);

type FilledIn = Pick<VectorGroup, 'name' | 'manifest'> & { readonly cases: readonly unknown[] };

const filledIn = ({ error, ...group }: VectorGroup): FilledIn => ({
  ...group,
  cases: group.cases.map(({ name, request }) => ({
    name,
    request,
    expected: wireOutcome(
      error ? FAILED_EVALUATION : naiveOutcome(group.manifest as PolicyManifest, requestOfWire(request)),
    ),
  })),
});

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const randomGroups = (): VectorGroup[] =>
  fc
    .sample(fc.tuple(anyPolicy(6), fc.array(anyCall, { minLength: 3, maxLength: 3 })), {
      seed: 20261122,
      numRuns: 150,
    })
    .map(([manifest, requests], place) => ({
      name: `random ${place + 1}`,
      manifest: asJson(manifest),
      cases: requests.map((request: PolicyRequest, call) => ({
        name: `call ${call + 1}`,
        request: wireRequestOf(asJson(request)),
      })),
    }));

const RANDOM = {
  file: 'random',
  title: 'Random manifests and calls over few words, so that they meet often.',
  groups: randomGroups(),
};

// One line per manifest and case: readable and comparable.
const layout = (title: string, groups: readonly FilledIn[]): string => {
  const lines = groups.map(({ name, manifest, cases }) => {
    const caseLines = cases.map((one) => `      ${JSON.stringify(one)}`).join(',\n');
    const head = `    { "name": ${JSON.stringify(name)},\n      "manifest": ${JSON.stringify(manifest)},\n`;
    return `${head}      "cases": [\n${caseLines}\n      ] }`;
  });
  const head = `  "$schema": "./schema.json",\n  "schema_version": "1.0",\n  "title": ${JSON.stringify(title)},\n`;
  return `{\n${head}  "groups": [\n${lines.join(',\n')}\n  ]\n}\n`;
};

for (const { file, title, groups } of [...VECTOR_THEMES, RANDOM])
  writeFileSync(new URL(`${file}.json`, FOLDER), layout(title, groups.map(filledIn)));
