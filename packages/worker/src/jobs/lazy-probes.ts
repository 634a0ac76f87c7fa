import type { ProbeSettings, Probes } from '../probes.js';

/** Probes loaded when something is first sent: an HTTP client would cost every start some 40 ms. */
export type LazyProbes = Probes;

export const makeLazyProbes = (settings: ProbeSettings): LazyProbes => {
  let made: Promise<Probes> | undefined;
  const probes = (): Promise<Probes> => {
    made ??= import('../probes.js')
      .then(({ makeProbes }) => makeProbes(settings))
      .catch((fault: unknown) => {
        // A cached failure would hit every later probe.
        made = undefined;
        throw fault;
      });
    return made;
  };
  return {
    delivery: { check: async (check) => (await probes()).delivery.check(check) },
    sender: {
      send: async (batch) => (await probes()).sender.send(batch),
      mostEvents: async (target) => (await probes()).sender.mostEvents(target),
    },
    mcp: {
      probe: async (target) => (await probes()).mcp.probe(target),
      read: async (target) => (await probes()).mcp.read(target),
    },
    plane: { probe: async (scope, reference) => (await probes()).plane.probe(scope, reference) },
    signals: { poll: async (source, poll) => (await probes()).signals.poll(source, poll) },
    close: async () => (await made?.catch(() => undefined))?.close(),
  };
};
