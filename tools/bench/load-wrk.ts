import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadFigures, LoadPlan, LoadRequest } from './load.js';
import { CORES, pinned } from './pinned.js';

const run = promisify(execFile);

/** Load from wrk: one thread, so that the requests go round in one order. */
export const loadWithWrk = async (wrk: string, plan: LoadPlan): Promise<LoadFigures> => {
  const folder = await mkdtemp(join(tmpdir(), 'govgate-wrk-'));
  try {
    const script = join(folder, 'load.lua');
    await writeFile(script, luaScript(plan.requests));
    const [command, args] = pinned(CORES.load, wrk, [
      ...['-t', '1', '-c', String(plan.connections), '-d', `${plan.seconds}s`, '--timeout', '5s'],
      ...['-s', script, plan.url],
    ]);
    const { stdout, stderr } = await run(command, args);
    const figures = /^FIGURES (.*)$/m.exec(stdout)?.[1];
    if (figures === undefined) throw new Error(`wrk told no figures:\n${stdout}${stderr}`);
    return JSON.parse(figures) as LoadFigures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

// wrk counts answers from 400 on as status errors, and times in microseconds.
const luaScript = (requests: readonly LoadRequest[]): string => `
local ready = {}
local turn = 0
init = function()
${requests.map((request) => `  ready[#ready + 1] = ${luaRequest(request)}`).join('\n')}
end
request = function()
  turn = turn % #ready + 1
  return ready[turn]
end
done = function(summary, latency)
  local e = summary.errors
  print(string.format('FIGURES {"answered":%d,"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"failed":%d}',
    summary.requests, summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

const luaRequest = ({ method, path, headers, body }: LoadRequest): string => {
  // The blanks matter: without them Lua reads the opening of another long bracket.
  const fields = Object.entries(headers).map(([name, value]) => `[ ${luaText(name)} ] = ${luaText(value)}`);
  const bodyText = body === undefined ? 'nil' : luaText(body);
  return `wrk.format(${luaText(method)}, ${luaText(path)}, {${fields.join(',')}}, ${bodyText})`;
};

// A long bracket takes every character as it is.
const luaText = (text: string): string => {
  if (text.includes(']=====]')) throw new Error('a text that Lua cannot quote');
  return `[=====[${text}]=====]`;
};
