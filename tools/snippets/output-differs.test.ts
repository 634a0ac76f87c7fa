import { expect } from 'chai';
import { outputDiffers } from './output-differs.js';

const agrees = (shown: string, printed: string, language = 'text'): boolean =>
  outputDiffers(shown, printed, language) === undefined;

describe('outputDiffers', () => {
  it('compares complete texts, except for what a page leaves open', () => {
    expect(agrees('a.b\n', 'a.b')).to.equal(true);
    expect(agrees('a.b', 'axb')).to.equal(false);
    expect(agrees('id …, done', 'id 7 (x), done')).to.equal(true);
    expect(agrees('a', 'a\nb')).to.equal(false);
  });

  it('compares the parts of JSON that the page shows', () => {
    const printed = '{"id":"evt_1","list":[1,2],"deep":{"a":null,"b":true}}';
    expect(agrees('{ "id": "evt_…", "deep": { "a": null } }', printed, 'json')).to.equal(true);
    expect(agrees('{ "list": [1, 2] }', printed, 'json')).to.equal(true);
    expect(agrees('{ "list": [1, "…"] }', printed, 'json')).to.equal(true);
    expect(agrees('{ "list": [1] }', printed, 'json')).to.equal(false);
    expect(agrees('{ "deep": { "a": false } }', printed, 'json')).to.equal(false);
    expect(agrees('{ "gone": 1 }', printed, 'json')).to.equal(false);
  });

  it('uses the last of several lines, and says what was not JSON', () => {
    expect(agrees('{ "a": 1 }', 'words\n{"a":1}', 'json')).to.equal(true);
    expect(outputDiffers('{ "a": 1 }', 'words', 'json')).to.equal('it printed no JSON but\nwords');
  });
});
