import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { codeSamples } from './code-samples.js';
import { documentWithAnswers } from './recorded-answers.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

const samples = Object.entries(documentWithAnswers().paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => codeSamples(method, path, operation)),
);
const sourcesIn = (lang: string): readonly string[] =>
  samples.filter((sample) => sample.lang === lang).map(({ source }) => source);

describe('code samples of the reference', function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    await mkdir(join(ROOT, '.cache'), { recursive: true });
    folder = await mkdtemp(join(ROOT, '.cache/code-samples-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const written = async (name: string, lines: readonly string[]): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, lines.join('\n'));
    return file;
  };

  it('say a call in three ways', () => {
    const operation = {
      operationId: 'approveAgent',
      parameters: [
        { name: 'agent_id', in: 'path', required: true, example: 'agent/1' },
        { name: 'environment_id', in: 'query', example: 'production' },
        { name: 'tenant_id', in: 'query', example: 'acme' },
      ],
      requestBody: { content: { 'application/json': { example: { reason: "it's fine", last: true } } } },
    };
    expect(
      codeSamples('post', '/v1/agents/{agent_id}/approve', operation).map(({ source }) => source),
    ).to.deep.equal([
      `curl -X POST "$GOVGATE/v1/agents/agent%2F1/approve?environment_id=production" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "reason": "it'\\''s fine",
  "last": true
}'`,
      `await govgate.approveAgent({
  agent_id: "agent/1",
  environment_id: "production",
  body: {
    reason: "it's fine",
    last: true
  }
});`,
      `requests.post(
    f"{GOVGATE}/v1/agents/agent%2F1/approve",
    params={
        "environment_id": "production"
    },
    headers={"Authorization": f"Bearer {TOKEN}"},
    json={
        "reason": "it's fine",
        "last": True
    },
)`,
    ]);
  });

  it('compile against the client, each of them', async () => {
    const file = await written('samples.ts', [
      "import type { GovgateClient } from '@govgate/client';",
      'declare const govgate: GovgateClient;',
      ...sourcesIn('TypeScript'),
      'export {};',
    ]);
    const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    const modules = ['--module', 'nodenext', '--customConditions', '@govgate/source'];
    const { stdout } = await run(process.execPath, [tsc, ...options, ...modules, file], { cwd: ROOT }).catch(
      (failed: { stdout: string }) => failed,
    );
    expect(stdout).to.equal('');
  });

  it('are programs of Python and of a shell', async () => {
    await run('python3', ['-m', 'py_compile', await written('samples.py', sourcesIn('Python'))]);
    await run('bash', ['-n', await written('samples.sh', sourcesIn('Shell'))]);
  });
});
