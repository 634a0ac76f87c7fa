import { hash } from 'node:crypto';
import type { BuiltFiles } from './built-files.js';

/** The console's single page, for an address this many folders below its root. */
export interface ShellPage {
  readonly text: string;
  readonly etag: string;
}

/**
 * All addresses are relative, so that the console works wherever it is mounted, even below paths known only to a proxy: the script derives
 * the console's root and the API from its own location.
 */
export const shellPage = ({ script, chunks, fonts, style, icon }: BuiltFiles, depth: number): ShellPage => {
  const assets = `${'../'.repeat(depth)}assets/`;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>govgate</title>
<link rel="icon" href="${assets}${icon}">
<link rel="stylesheet" href="${assets}${style}">
${links('rel="modulepreload"', chunks, assets)}${links('rel="preload" as="font" type="font/woff2" crossorigin', fonts, assets)}<script type="module" src="${assets}${script}"></script>
</head>
<body><noscript>The console needs JavaScript. The API and the command line do not.</noscript></body>
</html>
`;
  return { text, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
};

const links = (what: string, names: readonly string[], assets: string): string =>
  names.map((name) => `<link ${what} href="${assets}${name}">\n`).join('');
