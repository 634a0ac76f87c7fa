import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const SPEC = /docs\/spec\/([a-z-]+\.md|README\.md)(?:#([a-z0-9-]+))?/g;
const ADR = /\bADRs? (\d+(?:(?:, | and )\d+)*)/g;

const filesOf = (...patterns: string[]): readonly string[] =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(existsSync);

const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => /^#{1,4} /.test(line))
      .map((line) =>
        line
          .replace(/^#+ /, '')
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-'),
      ),
  );

describe('what comments and pages cite', () => {
  const texts = filesOf('packages', 'tools', 'examples', 'docs/how-to', '*.md').filter(
    (file) => /\.(tsx?|md|mjs)$/.test(file) && !file.includes('citations.test'),
  );

  it('is a page of the specification and a heading that it has', () => {
    const dead: string[] = [];
    for (const file of texts)
      for (const [cited, page, anchor] of readFileSync(file, 'utf8').matchAll(SPEC)) {
        const path = `docs/spec/${page}`;
        if (!existsSync(path) || (anchor !== undefined && !anchorsOf(path).has(anchor)))
          dead.push(`${file}: ${cited}`);
      }
    expect(dead).to.deep.equal([]);
  });

  it('is a decision that exists', () => {
    const known = new Set(readdirSync('docs/adr').map((name) => Number(name.slice(0, 4))));
    const dead = texts.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(ADR)]
        .filter(([, numbers = '']) => numbers.match(/\d+/g)?.some((one) => !known.has(Number(one))))
        .map(([cited]) => `${file}: ${cited}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it('is nothing that a reader cannot open', () => {
    const dead = texts.filter((file) =>
      /\b(contract|decisions), sections? \d/i.test(readFileSync(file, 'utf8')),
    );
    expect(dead).to.deep.equal([]);
  });
});
