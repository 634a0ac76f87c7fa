/**
 * Runs a bench that measures code of its own process as the product runs it, bundled: `node --import tsx --conditions=@govgate/source
 * tools/bench/run-bundled.ts FILE [arguments]`. Loaded from its sources by tsx, every function of it would carry its name along,
 * which costs what makes many small functions several times over.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundledEntry } from '../build/bundled-entry.js';

const [file, ...given] = process.argv.slice(2);
if (file === undefined) throw new Error('name a bench, such as export.ts');
const program = await bundledEntry(fileURLToPath(new URL(file, import.meta.url)));
const child = spawn(process.execPath, ['--expose-gc', program, ...given], { stdio: 'inherit' });
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
