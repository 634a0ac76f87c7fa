import { join } from 'node:path';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { createServer, build as viteBuild } from 'vite';
import type { FreshProject } from './fresh-project.js';

const QUIET = { configFile: false, logLevel: 'silent' } as const;

/** The bytes of a program that a project is bundled to for an edge runtime, minified; nothing of node can be found there. */
export const edgeBundle = async (
  project: FreshProject,
  source: string,
  format: 'iife' | 'esm' = 'iife',
): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project.folder, loader: 'ts' },
    conditions: ['workerd', 'worker', 'browser'],
    platform: 'neutral',
    mainFields: ['module', 'main'],
    bundle: true,
    minify: true,
    write: false,
    format,
    ...(format === 'iife' ? { globalName: 'made' } : {}),
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

export const gzipBytes = (text: string): number => gzipSync(text, { level: 9 }).length;

/** What a script makes of a value where there is the language and what every web runtime has, and nothing of Node. */
export const runOnTheEdge = (script: string, name: string, given: unknown): unknown => {
  const context = vm.createContext({ TextEncoder, TextDecoder, crypto, URL });
  vm.runInContext(script, context);
  return JSON.parse(vm.runInContext(`JSON.stringify(made.${name}(${JSON.stringify(given)}))`, context));
};

/** The program that `vite build` makes of an entry. */
export const viteBundle = async ({ folder }: FreshProject, entry: string): Promise<string> => {
  const built = await viteBuild({
    ...QUIET,
    root: folder,
    build: { write: false, lib: { entry: join(folder, entry), formats: ['iife'], name: 'made' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('vite built nothing');
  return output.output[0].code;
};

/** Runs an entry as `vite dev` serves it, with the conditions of development. */
export const inViteDev = async (
  { folder }: FreshProject,
  entry: string,
): Promise<Record<string, unknown>> => {
  const server = await createServer({
    ...QUIET,
    root: folder,
    mode: 'development',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: { noExternal: true },
  });
  try {
    return await server.ssrLoadModule(`/${entry}`);
  } finally {
    await server.close();
  }
};
