import { expect } from 'chai';
import { defineFields, given, own, plain } from './field-table.js';

interface Kettle {
  readonly kettleId: string;
  readonly colour: string;
  readonly label: string | null;
  readonly whistles: boolean;
  readonly keyRef: string | null;
}

const kettle = defineFields<Kettle>()({
  kettleId: plain('public'),
  colour: given('public'),
  label: given('public', null),
  whistles: given('public', false),
  keyRef: own('secret'),
});

describe('a table of fields', () => {
  it('gives the class of every field', () => {
    expect(kettle.classes).to.deep.equal({
      kettleId: 'public',
      colour: 'public',
      label: 'public',
      whistles: 'public',
      keyRef: 'secret',
    });
  });

  it('copies plain fields unchanged, writes absence as the table says, and adds nothing else', () => {
    const record = { kettleId: 'k', colour: 'red', label: 'Old', whistles: true, keyRef: 'env:KEY' };
    expect(kettle.plain(record)).to.deep.equal({
      kettleId: 'k',
      colour: 'red',
      label: 'Old',
      whistles: true,
    });
    expect(kettle.plain({ kettleId: 'k', colour: 'red' })).to.deep.equal({
      kettleId: 'k',
      colour: 'red',
      label: null,
      whistles: false,
    });
  });

  it('keeps a null that was given', () => {
    const labelled = defineFields<Pick<Kettle, 'label'>>()({ label: given('public', 'none') });
    expect(labelled.plain({ label: null })).to.deep.equal({ label: null });
  });

  it('leaves out of a change what the caller leaves out', () => {
    expect(kettle.given({ colour: 'blue', label: undefined })).to.deep.equal({ colour: 'blue' });
    expect(kettle.given({ label: null })).to.deep.equal({ label: null });
  });
});
