import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { makeProgram } from '../commands/program.js';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const read = (path: string): unknown => load(readFileSync(DEPLOY + path, 'utf8'));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

interface Job {
  readonly script: readonly string[];
  readonly allow_failure?: { readonly exit_codes: number };
}

const action = read('github-action/action.yml') as Action;
const pipeline = read('gitlab/govgate.gitlab-ci.yml') as Readonly<Record<string, Job>>;
const scripts = [
  ...action.runs.steps.map(({ run }) => run),
  ...['govgate-plan', 'govgate-apply'].map((name) => pipeline[name]?.script.join('\n') ?? ''),
];

describe('the files for pipelines', () => {
  it('call existing commands and options', () => {
    const called = scripts.flatMap((script) => [...script.matchAll(/govgate (plan|apply) ([^|\n]*)/g)]);
    expect(called.map(([, name]) => name).sort()).to.deep.equal(['apply', 'apply', 'plan', 'plan']);
    for (const [, name, words = ''] of called) {
      const command = makeProgram().commands.find((one) => one.name() === name);
      const known = command?.options.map(({ long }) => long);
      for (const [option] of words.matchAll(/--[a-z-]+/g)) expect(known, name).to.include(option);
    }
  });

  it('apply the plan that was reviewed, and no files', () => {
    const applied = scripts.flatMap((script) => [...script.matchAll(/govgate apply ([^\n;]*)/g)]);
    expect(applied.map(([, words]) => words?.trim()).sort()).to.deep.equal(['"$PLAN"', 'plan.json']);
  });

  it('are scripts that bash can parse', () => {
    for (const script of scripts) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
      expect([status, stderr]).to.deep.equal([0, '']);
    }
  });

  it('pass the token through the environment, and no raw input to the shell', () => {
    expect(action.runs.using).to.equal('composite');
    for (const { run, env } of action.runs.steps) {
      expect(run).not.to.contain('${{');
      expect(env.GOVGATE_TOKEN).to.match(/^\$\{\{ inputs\.token \}\}$/);
    }
    for (const script of scripts) expect(script).not.to.match(/--token|TOKEN/);
  });

  it('do not treat changes as a failure', () => {
    expect(pipeline['govgate-plan']?.allow_failure).to.deep.equal({ exit_codes: 2 });
  });

  for (const [code, changes, ends] of [
    [0, 'changes=false\n', 0],
    [2, 'changes=true\n', 0],
    [1, '', 1],
  ] as const) {
    it(`pass on the output of a plan that ends with ${code}`, () => {
      const [step] = action.runs.steps;
      const script = `npx() { echo planned; return ${code}; }\nGITHUB_OUTPUT=$(mktemp); GITHUB_STEP_SUMMARY=/dev/null\n(${step?.run})\nended=$?\ncat "$GITHUB_OUTPUT" >&2; rm "$GITHUB_OUTPUT"; exit $ended`;
      const env = {
        PATH: process.env.PATH,
        FILES: 'f',
        SET: 's',
        PLAN: 'p',
        COMMAND: 'plan',
        PRUNE: 'user policy',
        VERSION: '1',
      };
      const ran = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
        env,
        encoding: 'utf8',
      });
      expect([ran.stdout, ran.stderr, ran.status === 0 ? 0 : 1]).to.deep.equal([
        'planned\n',
        ends === 0 ? changes : ran.stderr,
        ends,
      ]);
    });
  }
});
