import { expect } from 'chai';
import { type BuiltSite, deadLinks, loadedFromElsewhere } from './dead-links.js';

const siteOf = (texts: Readonly<Record<string, string>>): BuiltSite => ({
  files: new Set([...Object.keys(texts), 'a/pic.png']),
  texts: new Map(Object.entries(texts)),
});

describe('deadLinks', () => {
  it('finds missing pages, files and anchors, and ignores others', () => {
    const site = siteOf({
      'index.html':
        '<a href="/a/#here"> <a href="a/index.html#gone"> <a href="/b.html"> <a href="https://x.test/">',
      'a/index.html':
        '<h2 id="here"> <img src="pic.png"> <img src="none.png"> <a href="#here"> <a href="../">',
    });
    expect(deadLinks(site)).to.deep.equal([
      { page: 'index.html', link: 'a/index.html#gone' },
      { page: 'index.html', link: '/b.html' },
      { page: 'a/index.html', link: 'none.png' },
    ]);
  });

  it('finds what is loaded from another host, and no link to one', () => {
    const site = siteOf({
      'index.html':
        '<a href="https://x.test/"> <script src="https://x.test/a.js"> <link rel="icon" href="//x.test/i">',
      'a.css': 'src: url("https://x.test/font.woff2")',
    });
    expect(loadedFromElsewhere(site)).to.deep.equal([
      { page: 'index.html', link: 'https://x.test/a.js' },
      { page: 'index.html', link: '//x.test/i' },
      { page: 'a.css', link: 'https://x.test/font.woff2' },
    ]);
  });
});
