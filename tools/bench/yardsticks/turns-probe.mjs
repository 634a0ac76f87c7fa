// Loaded into a measured process by --import: watches how long the turns of its event loop are. SIGUSR2 has the longest since the last
// one written into the file that BENCH_TURNS names, by the clock and by the processor time of the process.
import { renameSync, writeFileSync } from 'node:fs';

const LOOK_EVERY_MS = 1;
const file = process.env.BENCH_TURNS;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let longest = { clockMs: 0, cpuMs: 0 };
let seen = { clock: performance.now(), cpu: cpuMs() };
const look = () => {
  const now = { clock: performance.now(), cpu: cpuMs() };
  longest = {
    clockMs: Math.max(longest.clockMs, now.clock - seen.clock),
    cpuMs: Math.max(longest.cpuMs, now.cpu - seen.cpu),
  };
  seen = now;
};
setInterval(look, LOOK_EVERY_MS).unref();

process.on('SIGUSR2', () => {
  look();
  // A file that is there is whole.
  writeFileSync(`${file}.part`, JSON.stringify(longest));
  renameSync(`${file}.part`, file);
  longest = { clockMs: 0, cpuMs: 0 };
  seen = { clock: performance.now(), cpu: cpuMs() };
});
