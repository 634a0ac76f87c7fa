/** Builds the documentation site: the pages by VitePress, the packages' pages by TypeDoc. `npm run docs:site` */
import { readdirSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, type ProjectReflection } from 'typedoc';
import { build } from 'vitepress';
import { deadLinks, loadedFromElsewhere, readSite } from './dead-links.js';
import { PUBLISHED_FILES } from './site-path.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The packages whose pages are made, and those whose types they name. */
const SHOWN = readdirSync(join(ROOT, 'packages')).map((name) => `@govgate/${name}`);
const SITE = join(ROOT, 'docs/.vitepress/dist');

// TypeDoc looks for what is named and not shown in one package alone, the project's own: this project has several.
const validateEach = (app: Application, project: ProjectReflection): void => {
  for (const name of SHOWN) {
    project.packageName = name;
    app.validate(project);
  }
  delete project.packageName;
};

const buildPackagePages = async (): Promise<void> => {
  const app = await Application.bootstrapWithPlugins({ options: join(ROOT, 'docs/typedoc.json') });
  const project = await app.convert();
  if (project !== undefined) validateEach(app, project);
  if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('TypeDoc has something to say about the packages; see above');
  await app.generateDocs(project, join(SITE, 'packages'));
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('TypeDoc has something to say about its pages; see above');
};

const publishFiles = async (): Promise<void> => {
  for (const file of PUBLISHED_FILES) {
    const place = join(SITE, file.slice('docs/'.length));
    await mkdir(dirname(place), { recursive: true });
    await cp(join(ROOT, file), place);
  }
};

await build(join(ROOT, 'docs'));
await buildPackagePages();
await publishFiles();
const site = readSite(SITE);
const problems = [
  ...deadLinks(site).map(({ page, link }) => `${page} links to ${link}, which is not there`),
  ...loadedFromElsewhere(site).map(({ page, link }) => `${page} loads ${link}, which needs a network`),
];
for (const problem of problems) console.error(problem);
console.log(`docs/.vitepress/dist: ${site.texts.size} pages, ${problems.length} dead links`);
process.exitCode = problems.length > 0 ? 1 : 0;
