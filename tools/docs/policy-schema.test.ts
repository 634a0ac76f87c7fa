import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateManifest } from '@govgate/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { policySchema } from './policy-schema.js';

const accepts = new Ajv2020({ strict: false }).compile(policySchema());
const VECTORS = join(
  dirname(fileURLToPath(import.meta.resolve('@govgate/domain/vectors/policy/random.json'))),
);

type Vector = { readonly manifest: unknown };

const manifests = readdirSync(VECTORS)
  .filter((file) => file.endsWith('.json') && file !== 'schema.json')
  .flatMap((file): readonly Vector[] => JSON.parse(readFileSync(join(VECTORS, file), 'utf8')).groups ?? [])
  .map(({ manifest }) => manifest)
  .filter((manifest) => validateManifest(manifest).length === 0);

// What only the validator can find, by its message.
const BEYOND = new Set([
  'duplicate_rule_id',
  'unreachable_rule',
  'conflicting_rule',
  'forbidden_material',
  'unsupported_version',
]);

/** The positions of a document, and the document with another value in one of them. */
const placesOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, member]) => placesOf(member, [...path, key]))];

const withAt = (document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
  if (key === undefined) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(document)
    ? [...document]
    : { ...(document as object) };
  (copy as Record<string, unknown>)[key] = withAt((document as Record<string, unknown>)[key], rest, value);
  return copy;
};

const ODD: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -3,
  1.5,
  1e9,
  '',
  'a',
  'A b',
  '*',
  'deny',
  'require_approval',
  'rate_limit',
  'in',
  'gt',
  [],
  ['a'],
  [''],
  {},
  { type: 'rate_limit' },
  { approver_role: 'viewer', ttl_seconds: 60 },
  'x'.repeat(2_000),
  Array(1_001).fill('a'),
];

describe('policySchema', () => {
  it('accepts every manifest of the test vectors that the product accepts', () => {
    expect(manifests.length).to.be.greaterThan(100);
    expect(manifests.filter((manifest) => !accepts(manifest))).to.deep.equal([]);
  });

  it('judges the names of tools like the product', () => {
    const naming = (name: string): unknown => ({
      manifest_version: '1.0',
      default_effect: 'deny',
      rules: [
        {
          rule_id: 'r',
          effect: 'allow',
          subjects: {},
          targets: { tool_ids: [name] },
          reason_code: 'because_r',
        },
      ],
    });
    const right = ['A b', '*', '*a', 'a*', 'a\u2028*', 'é'.repeat(256), '\u{1f600}'.repeat(256)];
    const wrong = ['', 'a\n', 'a\u0085', '\ud800', 'x'.repeat(257)];
    for (const name of [...right, ...wrong]) {
      const isRight = right.includes(name);
      expect([validateManifest(naming(name)).length === 0, accepts(naming(name))], name).to.deep.equal([
        isRight,
        isRight,
      ]);
    }
  });

  it('judges a manifest with something odd in it like the product', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        fc
          .constantFrom(...manifests)
          .chain((manifest) =>
            fc.tuple(fc.constant(manifest), fc.constantFrom(...placesOf(manifest)), fc.constantFrom(...ODD)),
          ),
        ([manifest, place, odd]) => {
          const changed = withAt(manifest, place, odd);
          const findings = validateManifest(changed).filter(({ reasonCode }) => !BEYOND.has(reasonCode));
          if (findings.length > 0) refused += 1;
          if (validateManifest(changed).some(({ reasonCode }) => reasonCode === 'unsupported_version'))
            return;
          expect(accepts(changed), JSON.stringify({ changed, findings })).to.equal(findings.length === 0);
        },
      ),
      { numRuns: 3_000 },
    );
    expect(refused).to.be.greaterThan(500);
  });
});
