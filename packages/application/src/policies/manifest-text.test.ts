import { canonicalJson, type Json, type ManifestFinding, validateManifest } from '@govgate/domain';
import type { ManifestTextFormat } from '@govgate/domain/internal';
import { expect } from 'chai';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { locateFindings, readManifestText } from './manifest-text.js';

const lines = (...texts: string[]): string => `${texts.join('\n')}\n`;

const read = (text: string, format: ManifestTextFormat): unknown => {
  const result = readManifestText(text, format);
  return result.ok ? result.body : result.findings.map(brief);
};

const brief = ({ reasonCode, line, column, path }: ManifestFinding): unknown => [
  reasonCode,
  line,
  column,
  path,
];

describe('readManifestText', () => {
  const yaml = lines(
    '# who may search',
    'manifest_version: "1.0"',
    'default_effect: deny',
    'rules:',
    '  - rule_id: search',
    '    effect: alow',
    '    subjects: { agents: [agt_a, "no such id!"] }',
    '    targets:',
    '      server_ids: []',
    '    surplus: 1',
  );

  it('reads the same body from YAML and JSON', () => {
    const body = {
      manifest_version: '1.0',
      default_effect: 'deny',
      rules: [
        {
          rule_id: 'search',
          effect: 'alow',
          subjects: { agents: ['agt_a', 'no such id!'] },
          targets: { server_ids: [] },
          surplus: 1,
        },
      ],
    };
    expect(read(yaml, 'yaml')).to.deep.equal(body);
    expect(read(JSON.stringify(body, null, 2), 'json')).to.deep.equal(body);
  });

  it('finds the line and column of each finding, and for something missing those of the nearest enclosing node', () => {
    const submitted = { format: 'yaml', text: yaml } as const;
    const result = readManifestText(yaml, 'yaml');
    const found = locateFindings(submitted, validateManifest(result.ok ? result.body : null));
    expect(found.map(brief)).to.deep.equal([
      ['missing_field', 5, 5, '/rules/0/reason_code'],
      ['invalid_value', 6, 5, '/rules/0/effect'],
      ['invalid_value', 7, 33, '/rules/0/subjects/agents/1'],
      ['unknown_field', 10, 5, '/rules/0/surplus'],
      ['unreachable_rule', 9, 7, '/rules/0/targets/server_ids'],
    ]);
  });

  it('finds lines and columns in JSON too', () => {
    const text = lines(
      '{',
      '  "manifest_version": "1.0",',
      '  "default_effect": "maybe", "rules": [{}, 7]',
      '}',
    );
    const result = readManifestText(text, 'json');
    const found = locateFindings({ format: 'json', text }, validateManifest(result.ok ? result.body : null));
    expect(found.filter((finding) => finding.reasonCode !== 'missing_field').map(brief)).to.deep.equal([
      ['invalid_value', 3, 3, '/default_effect'],
      ['schema_violation', 3, 44, '/rules/1'],
    ]);
    expect(found.find((finding) => finding.reasonCode === 'missing_field')).to.include({
      line: 3,
      column: 40,
    });
  });

  const refusedYaml: readonly (readonly [string, string, unknown])[] = [
    ['an anchor', 'a: &x 1', [['schema_violation', 1, 4, '/a']]],
    ['an alias', 'a: 1\nb: *a', [['schema_violation', 2, 4, '/b']]],
    ['a tag', 'a: !!str 1', [['schema_violation', 1, 4, '/a']]],
    ['a directive', '%YAML 1.1\n---\na: 1', [['schema_violation', 1, 1, '']]],
    ['a second document', 'a: 1\n---\nb: 1', [['schema_violation', 2, 1, '']]],
    ['a repeated key', 'a: 1\nb: 2\na: 3', [['schema_violation', 3, 1, '/a']]],
    ['a key that is no text', 'a: { 1: x }', [['schema_violation', 1, 6, '/a']]],
    ['a key that is a list', '? [a]\n: 1', [['schema_violation', 1, 3, '']]],
    ['a number without end', 'a: .inf', [['invalid_value', 1, 4, '/a']]],
    ['a key that reaches into prototypes', '__proto__: { a: 1 }', [['unknown_field', 1, 1, '']]],
    ['a list as the whole', '- a', [['schema_violation', 1, 1, '']]],
    ['a broken structure', 'a: b: c', [['schema_violation', 1, 5, '']]],
    ['an open quote', 'a: "b', [['schema_violation', 1, 6, '']]],
  ];
  for (const [what, text, findings] of refusedYaml) {
    it(`refuses ${what} in YAML`, () => expect(read(text, 'yaml')).to.deep.equal(findings));
  }

  it('refuses a text without any document', () => {
    expect(read('', 'yaml')).to.deep.equal([['schema_violation', 1, 1, '']]);
    expect(read('# nothing', 'yaml')).to.deep.equal([['schema_violation', 1, 1, '']]);
    expect(read('', 'json')).to.deep.equal([['schema_violation', 1, 1, '']]);
  });

  it('treats a merge key as the plain key that JSON would have', () => {
    expect(read('a:\n  <<: { b: 1 }', 'yaml')).to.deep.equal({ a: { '<<': { b: 1 } } });
  });

  const refusedJson: readonly (readonly [string, string, unknown])[] = [
    ['a comment', '{"a": 1 /* b */}', [['schema_violation', 1, 9, '']]],
    ['a comma at the end', '{"a": [1,]}', [['schema_violation', 1, 10, '/a/1']]],
    ['a bare key', '{a: 1}', [['schema_violation', 1, 2, '']]],
    ['single quotes', "{'a': 1}", [['schema_violation', 1, 2, '']]],
    ['a leading zero', '{"a": 01}', [['schema_violation', 1, 8, '']]],
    ['a number beyond all doubles', '{"a": 1e999}', [['invalid_value', 1, 7, '/a']]],
    ['NaN', '{"a": NaN}', [['schema_violation', 1, 7, '/a']]],
    ['something behind the end', '{} {}', [['schema_violation', 1, 4, '']]],
    ['a bare control character', '{"a": "\u0001"}', [['schema_violation', 1, 7, '/a']]],
    ['a repeated key, escaped', '{"a": 1, "\\u0061": 2}', [['schema_violation', 1, 10, '/a']]],
    ['a key that reaches into prototypes', '{"a": {"constructor": 1}}', [['unknown_field', 1, 8, '/a']]],
    ['a list as the whole', '[1]', [['schema_violation', 1, 1, '']]],
  ];
  for (const [what, text, findings] of refusedJson) {
    it(`refuses ${what} in JSON`, () => expect(read(text, 'json')).to.deep.equal(findings));
  }

  it('does not repeat a key that is not a plain name', () => {
    const key = 'Bearer abc def';
    expect(JSON.stringify(read(`{"${key}": 1, "${key}": 2}`, 'json'))).not.to.contain(key);
  });

  it('accepts 32 levels and refuses 33', () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    for (const format of ['json', 'yaml'] as const) {
      expect(readManifestText(nested(32), format).ok).to.equal(true);
      expect((read(nested(33), format) as unknown[][])[0]?.[0]).to.equal('limit_exceeded');
    }
  });

  it('accepts 256 KiB and refuses a byte more', () => {
    const text = (bytes: number): string => `{"a":"${'é'.repeat((bytes - 8) / 2)}"}`;
    expect(readManifestText(text(256 * 1024), 'json').ok).to.equal(true);
    expect(read(`${text(256 * 1024)} `, 'json')).to.deep.equal([['limit_exceeded', null, null, '']]);
  });

  it('refuses texts that contain half a character', () => {
    expect(read('{"a":"\ud800"}', 'json')).to.deep.equal([['schema_violation', null, null, '']]);
  });

  // Without the check of the tokens such texts end the process: the composer's recursion overflows the stack.
  const hostile: readonly (readonly [string, string])[] = [
    ['brackets', '['.repeat(130_000)],
    ['dashes', '- '.repeat(130_000)],
    ['question marks', '? '.repeat(130_000)],
    ['indented keys', Array.from({ length: 700 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['anchors', '&a '.repeat(80_000)],
    ['documents', '---\n'.repeat(60_000)],
    ['backslashes', `{"a":"${'\\'.repeat(200_001)}"}`],
    ['one string', `{"a":"${'x'.repeat(250_000)}`],
    ['keys', Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n')],
  ];
  for (const [what, text] of hostile) {
    it(`answers in good time whatever the number of ${what}`, () => {
      // This process's own time, because others use the machine too.
      const started = process.cpuUsage();
      readManifestText(text, 'yaml');
      readManifestText(text, 'json');
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1_000).to.be.lessThan(5000);
    });
  }

  const manifestLike = fc.dictionary(
    fc.string().filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key)),
    fc.jsonValue({ maxDepth: 4 }),
  );

  it('reads every JSON text like JSON.parse', () => {
    fc.assert(
      fc.property(manifestLike, fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        if (hasForbiddenKey(JSON.parse(text))) return;
        expect(read(text, 'json')).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it('accepts exactly the JSON texts that JSON.parse accepts', () => {
    const pieces = fc.constantFrom(...'{}[],:"\\0123.eE+-tfn \n', '"a"', 'true', 'null', '1e3', '\\u00');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = `{"a":${parts.join('')}}`;
        const findings = readManifestText(text, 'json');
        if (findings.ok) expect(findings.body).to.deep.equal(JSON.parse(text));
        // JSON.parse lets the last of repeated keys win and makes infinities of large numbers; both are refused here.
        else if (parses(text)) expect(text).to.match(/"a".*"a"|e\+?\d{3}/is);
      }),
      { numRuns: 500 },
    );
  });

  it('reads back what a YAML writer writes', () => {
    fc.assert(
      fc.property(manifestLike, (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        if (hasForbiddenKey(json)) return;
        const text = dump(json, { noRefs: true });
        expect(canonicalJson(read(text, 'yaml') as Json)).to.equal(canonicalJson(json));
      }),
    );
  });

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      ...'-?:,[]{}#&*!|>\'"%@`~ \n\t\r',
      '- ',
      ': ',
      '\n  ',
      'a',
      '<<',
      '---',
      '...',
      '\u0002',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        readManifestText(parts.join(''), 'yaml');
        readManifestText(parts.join(''), 'json');
      }),
      { numRuns: 1000 },
    );
  });
});

const hasForbiddenKey = (value: unknown): boolean =>
  /"(__proto__|constructor|prototype)":/.test(JSON.stringify(value));

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
