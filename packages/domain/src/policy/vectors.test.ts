import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { compilePolicy } from './compile-policy.js';
import { evaluatePolicy } from './evaluate-policy.js';
import { CONDITION_OPERATORS, type PolicyManifest } from './manifest.js';
import { FAILED_EVALUATION } from './policy-outcome.js';
import { naiveOutcome } from './testing/naive-evaluator.js';
import { requestOfWire, type WireOutcome, type WireRequest, wireOutcome } from './testing/wire-request.js';

const FOLDER = new URL('../../vectors/policy/', import.meta.url);

interface VectorFile {
  readonly groups: readonly {
    readonly name: string;
    readonly manifest: PolicyManifest;
    readonly cases: readonly {
      readonly name: string;
      readonly request: WireRequest;
      readonly expected: WireOutcome;
    }[];
  }[];
}

const read = (file: string): VectorFile =>
  JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as VectorFile;

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json') && file !== 'schema.json');

describe('the published vectors of the policy language', () => {
  const isVectorFile = new Ajv2020({ strict: false }).compile(read('schema.json') as object);

  it('are complete', () => {
    const calls = (file: string) => read(file).groups.flatMap(({ cases }) => cases).length;
    expect(Object.fromEntries(files.map((file) => [file, calls(file)]))).to.deep.equal({
      'conditions.json': 713,
      'duties.json': 7,
      'errors.json': 49,
      'lists.json': 79,
      'precedence.json': 28,
      'random.json': 450,
      'risk-tiers.json': 30,
      'targets.json': 208,
      'undecidable.json': 45,
    });
  });

  it('have a condition of every operator', () => {
    const rules = read('conditions.json').groups.flatMap(({ manifest }) => manifest.rules);
    const operators = rules.flatMap(({ conditions = [] }) => conditions.map(({ operator }) => operator));
    expect([...new Set(operators)].sort()).to.deep.equal([...CONDITION_OPERATORS].sort());
  });

  for (const file of files) {
    it(`hold for every evaluator: ${file}`, () => {
      const vectors = read(file);
      expect(isVectorFile(vectors), JSON.stringify(isVectorFile.errors)).to.equal(true);
      for (const { name, manifest, cases } of vectors.groups) {
        const compiled = compilePolicy(manifest);
        for (const { name: call, request: wire, expected } of cases) {
          const request = requestOfWire(wire);
          const { trace: _, ...outcome } = evaluatePolicy(manifest, request);
          const naive = file === 'errors.json' ? FAILED_EVALUATION : naiveOutcome(manifest, request);
          expect(
            [outcome, compiled.decide(request), naive].map(wireOutcome),
            `${name}: ${call}`,
          ).to.deep.equal([expected, expected, expected]);
        }
      }
    });
  }
});
