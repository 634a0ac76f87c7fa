import { destinationKind } from '@govgate/ports';
import { makeEgress } from '@govgate/worker/probes';
import { commit, destination, engineOver, LOOPBACK, openStore, SCOPE, senderOver } from './export-world.js';
import { median } from './median.js';
import type { Pace } from './pace-of.js';

/** Commits a second of 32 callers and what each costs in CPU time, with an engine that follows them to a collector and without. */
const commits = async (port: number, follow: boolean): Promise<Pace> => {
  const { store, close } = await openStore();
  const egress = makeEgress(LOOPBACK);
  await commit(store, [{ kind: destinationKind, record: destination('splunk_hec'), expectedVersion: null }]);
  const engine = engineOver(store, senderOver(egress, `http://127.0.0.1:${port}`));
  let timer: NodeJS.Timeout | undefined;
  if (follow) {
    await engine.tick();
    timer = setInterval(() => void engine.tick(), 500);
  }
  let done = 0;
  const cpu = process.cpuUsage();
  const until = performance.now() + 4_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      await commit(store, [], done);
      if (follow) engine.poke(SCOPE.tenantId);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, caller));
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpu);
  await engine.stop();
  await egress.close();
  await close();
  return { perSecond: done / 4, micros: (user + system) / done };
};

/** What export costs the commits that it follows, as a line. */
export const compareCommits = async (port: number, rounds: number): Promise<string> => {
  const found = { alone: [] as Pace[], followed: [] as Pace[] };
  for (let round = 0; round < rounds; round += 1) {
    found.alone.push(await commits(port, false));
    found.followed.push(await commits(port, true));
  }
  const told = (all: readonly Pace[], figure: keyof Pace): number => median(all.map((one) => one[figure]));
  const more = (figure: keyof Pace): number => told(found.followed, figure) / told(found.alone, figure) - 1;
  return (
    `commits of 32 callers, alone and followed by export: ${told(found.alone, 'perSecond').toFixed(0)} and ` +
    `${told(found.followed, 'perSecond').toFixed(0)} a second, ${told(found.alone, 'micros').toFixed(0)} and ` +
    `${told(found.followed, 'micros').toFixed(0)} µs CPU each (${(more('micros') * 100).toFixed(1)} % more; goal 5)`
  );
};
