import { readdirSync } from 'node:fs';

const SOURCES = new URL('../', import.meta.url);

/** What every module of the domain exports by name, except tests: for rules about all of it. */
export const domainExports = async (): Promise<readonly (readonly [string, unknown])[]> => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(isProduct);
  const modules = await Promise.all(files.map((file) => import(new URL(file, SOURCES).href)));
  return modules.flatMap((module) => Object.entries<unknown>(module));
};

const isProduct = (file: string): boolean =>
  file.endsWith('.ts') && !/\.test(-d)?\.ts$|(^|\/)testing\/|(^|\/)(index|internal)\.ts$/.test(file);
