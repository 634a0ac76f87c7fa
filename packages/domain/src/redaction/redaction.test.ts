import { inspect } from 'node:util';
import { expect } from 'chai';
import fc from 'fast-check';
import { defineClasses, type FieldClass, withoutSecrets } from './classes.js';
import { REDACTED, Secret } from './secret.js';

describe('a secret', () => {
  it('reveals its value only through reveal', () => {
    expect(new Secret('canary').reveal()).to.equal('canary');
  });

  it('appears in no printed, serialized or enumerated form', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 4 }).filter((text) => !`${REDACTED}{}"secret"[Secret]`.includes(text)),
        (canary) => {
          const secret = new Secret(canary);
          const shown = [
            `${secret}`,
            String(secret),
            secret.toString(),
            JSON.stringify(secret),
            JSON.stringify({ secret }),
            inspect(secret),
            inspect({ secret }, { showHidden: true, depth: 5 }),
            Object.keys(secret).join(),
            Object.getOwnPropertyNames(secret).join(),
            JSON.stringify({ ...secret }),
            JSON.stringify(structuredClone(secret)),
            new Error('x', { cause: secret }).toString(),
          ];
          for (const text of shown) expect(text).not.to.contain(canary);
        },
      ),
    );
  });

  it('reads as redacted wherever it is printed', () => {
    const secret = new Secret({ deep: 'canary' });
    expect([`${secret}`, JSON.stringify({ secret }), inspect(secret)]).to.deep.equal([
      REDACTED,
      `{"secret":"${REDACTED}"}`,
      REDACTED,
    ]);
  });
});

interface Account {
  readonly name: string;
  readonly handle: string;
  readonly password: string;
  readonly note?: string;
}

const classes = defineClasses<Account>()({
  name: 'public',
  handle: 'handle',
  password: 'secret',
  note: 'public',
});

describe('withoutSecrets', () => {
  it('keeps public fields and handles', () => {
    expect(withoutSecrets<Account>(classes, { name: 'n', handle: 'h', password: 'p' })).to.deep.equal({
      name: 'n',
      handle: 'h',
    });
  });

  it('treats fields without a class as secret', () => {
    const record = { name: 'n', handle: 'h', password: 'p', surprise: 'canary' };
    expect(withoutSecrets<Account>(classes, record)).to.deep.equal({ name: 'n', handle: 'h' });
  });

  it('lets no value of a secret field through, whatever the classes', () => {
    const fieldClass = fc.constantFrom<FieldClass | undefined>('public', 'handle', 'secret', undefined);
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fieldClass), (assigned) => {
        const record = Object.fromEntries(Object.keys(assigned).map((key) => [key, `value of ${key}`]));
        const kept = withoutSecrets(assigned as Record<string, FieldClass>, record);
        const leaving = Object.keys(assigned).filter((key) =>
          ['public', 'handle'].includes(assigned[key] ?? ''),
        );
        expect(kept).to.deep.equal(Object.fromEntries(leaving.map((key) => [key, `value of ${key}`])));
      }),
    );
  });
});
