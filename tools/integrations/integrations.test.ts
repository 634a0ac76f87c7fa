import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../integrations/', import.meta.url));
const MOST_LINES = 150;
const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');
const programsIn = (folder: string): readonly string[] =>
  readdirSync(`${ROOT}${folder}`)
    .filter((file) => file.endsWith('.py') && !file.endsWith('_test.py'))
    .map((file) => `${folder}${file}`);
const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
  .map(({ name }) => `${name}/`);
const VARIABLE = /GOVGATE_[A-Z]+(?:_[A-Z]+)*/g;
const variablesIn = (text: string): ReadonlySet<string> => new Set(text.match(VARIABLE));
/** Names of the gateways' own, in their own tables. */
const THEIRS = new Set(['GOVGATE_DENIED', 'GOVGATE_CHECK_HEADERS']);

describe('the integrations', () => {
  it('are short', () => {
    const programs = ['', ...FOLDERS].flatMap(programsIn);
    expect(programs).to.have.length(FOLDERS.length + 1);
    for (const program of programs)
      expect(read(program).split('\n').length, program).to.be.lessThan(MOST_LINES);
  });

  it('have a page each, which names what its program reads and nothing else', () => {
    const shared = variablesIn(read('govgate_check.py'));
    expect([...variablesIn(read('README.md'))].filter((name) => !THEIRS.has(name))).to.have.members([
      ...shared,
    ]);
    for (const folder of FOLDERS) {
      const page = read(`${folder}README.md`);
      const program = programsIn(folder).map(read).join('\n');
      for (const name of variablesIn(page))
        expect(readsVariable(program, name), `${name} in ${folder}`).to.equal(true);
      for (const name of variablesIn(program))
        if (!THEIRS.has(name)) expect(page, `${folder}README.md`).to.include(name);
    }
  });

  it('are listed on the page of all, with their classes where a gateway is configured by them', () => {
    for (const folder of FOLDERS) {
      expect(read('README.md')).to.include(`](${folder}README.md)`);
      const page = read(`${folder}README.md`);
      for (const [program = ''] of [programsIn(folder)]) expect(page).to.include(program.replace(folder, ''));
      for (const [, module = '', name = ''] of page.matchAll(/(govgate_\w+)\.(Govgate\w+)/g))
        expect(read(`${folder}${module}.py`)).to.include(`class ${name}(`);
    }
  });
});

// The interceptor reads who calls by the last word of the variable.
const readsVariable = (program: string, name: string): boolean =>
  program.includes(name) ||
  (program.includes('GOVGATE_{') && program.includes(`"${name.replace('GOVGATE_', '').toLowerCase()}"`));
