import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** A link of a built page that leads nowhere, or off the site where it may not. */
export interface DeadLink {
  readonly page: string;
  readonly link: string;
}

/** A built site: its files, and the text of those that hold links. */
export interface BuiltSite {
  readonly files: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads what lies below a folder. */
export const readSite = (folder: string): BuiltSite => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))
    .map((file) => file.replace(/^\//, ''));
  const texts = files
    .filter((file) => /\.(html|css)$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  return { files: new Set(files), texts: new Map(texts) };
};

const LINK = /\s(?:href|src)="([^"]+)"/g;
const ANCHOR = /\s(?:id|name)="([^"]+)"/g;

/** Every link, picture, script and style of the pages that is not there, and every anchor that no page has. */
export const deadLinks = ({ files, texts }: BuiltSite): readonly DeadLink[] => {
  const anchors = new Map([...texts].map(([page, text]) => [page, found(text, ANCHOR)]));
  const leads = (page: string, link: string): boolean => {
    const [path = '', hash = ''] = decodeURI(link).split('#');
    const file = fileAt(files, page, path.split('?')[0] ?? '');
    if (file === undefined) return false;
    return hash === '' || anchors.get(file)?.has(hash) !== false;
  };
  return [...texts].flatMap(([page, text]) =>
    [...found(text, LINK)]
      .filter((link) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(link) && !leads(page, link))
      .map((link) => ({ page, link })),
  );
};

const found = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, word = '']) => word.replaceAll('&amp;', '&')));

const fileAt = (files: ReadonlySet<string>, page: string, path: string): string | undefined => {
  if (path === '') return page;
  const whole = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path);
  return [whole, posix.join(whole, 'index.html')].find((file) => files.has(file.replace(/^\.\//, '')));
};

const LOADED =
  /<(?:script|img|iframe|source)[^>]*\ssrc="((?:https?:)?\/\/[^"]+)"|<link[^>]*\shref="((?:https?:)?\/\/[^"]+)"|url\(["']?((?:https?:)?\/\/[^"')]+)/g;

/** What pages and styles load from other hosts, and would miss without a network. */
export const loadedFromElsewhere = ({ texts }: BuiltSite): readonly DeadLink[] =>
  [...texts].flatMap(([page, text]) =>
    [...text.matchAll(LOADED)].map(([, script, link, url]) => ({ page, link: script ?? link ?? url ?? '' })),
  );
