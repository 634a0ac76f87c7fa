import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';
import { PUBLISHED_FILES, pageOf, targetOf } from './site-path.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REPOSITORY = 'https://github.com/govgate/govgate/blob/main/';

/**
 * Lets links of Markdown files lead on the site where they lead in the repository: to the page, to the file beside it that the
 * site serves, or to the file in the repository. One that leads to nothing ends the build.
 */
export const repositoryLinks = (md: MarkdownRenderer): void => {
  md.core.ruler.push('repository_links', (state) => {
    const real: string = state.env.realPath ?? state.env.path ?? '';
    const file = relative(ROOT, real).split(sep).join('/');
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      const led = href === null ? undefined : leadOn(file, href);
      if (led === undefined) continue;
      token.attrSet('href', led.href);
      if (led.isFile) token.attrSet('target', '_self');
    }
  });
};

const leadOn = (file: string, href: string): { href: string; isFile: boolean } | undefined => {
  const target = targetOf(file, href);
  if (target === undefined) return undefined;
  const { path, hash } = target;
  if (!existsSync(join(ROOT, path))) throw new Error(`${file} links to ${href}, which is not there`);
  const page = pageOf(path) ?? pageOf(`${path}/README.md`);
  if (page !== undefined && existsSync(join(ROOT, path.endsWith('.md') ? path : `${path}/README.md`)))
    return { href: `/${page}${hash}`, isFile: false };
  if ((PUBLISHED_FILES as readonly string[]).includes(path))
    return { href: `/${path.slice('docs/'.length)}${hash}`, isFile: true };
  return { href: `${REPOSITORY}${path}${hash}`, isFile: false };
};
