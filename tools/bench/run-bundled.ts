/**
 * Runs a bench that measures code of its own process as the product runs it, bundled: `node --import tsx --conditions=@govgate/source
 * tools/bench/run-bundled.ts FILE [arguments]`. Loaded from its sources by tsx, every function of it would carry its name along,
 * which costs what makes many small ones.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { bundledEntry } from '../build/bundled-entry.js';

const [file, ...given] = process.argv.slice(2);
if (file === undefined) throw new Error('name a bench, such as tools/bench/export.ts');
const program = await bundledEntry(resolve(file));
const child = spawn(process.execPath, ['--expose-gc', program, ...given], { stdio: 'inherit' });
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
