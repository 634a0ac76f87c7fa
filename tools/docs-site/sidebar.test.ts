import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const CONFIG = readFileSync('docs/.vitepress/config.ts', 'utf8');

describe('the sidebar of the site', () => {
  for (const folder of ['how-to', 'spec', 'reference'])
    it(`leads to every page of docs/${folder}`, () => {
      const pages = readdirSync(`docs/${folder}`).map((file) => file.replace(/(README)?\.md$/, ''));
      expect(pages.length).to.be.above(0);
      expect(pages.filter((page) => !CONFIG.includes(`'${folder}/${page}'`))).to.deep.equal([]);
    });
});
