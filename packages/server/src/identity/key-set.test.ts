import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { errors, exportJWK, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { makeKeySet, NoKeySet } from './key-set.js';
import { KeySetFault } from './parse-key-set.js';

const REFRESH_MS = 30_000;
const MINUTE_MS = 60_000;

describe('the key set of an issuer', () => {
  const first = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const second = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  const setOf = async (...kids: string[]): Promise<JSONWebKeySet> => ({
    keys: await Promise.all(
      kids.map(async (kid) => ({
        ...(await exportJWK(kid === 'first' ? first.publicKey : second.publicKey)),
        kid,
        alg: 'ES256',
      })),
    ),
  });

  const tokenOf = (kid: string, key: KeyObject = first.privateKey): Promise<string> =>
    new SignJWT({ sub: 'ada' }).setProtectedHeader({ alg: 'ES256', kid }).sign(key);

  /** A key set whose source and clock the test controls. */
  const bench = (refreshMs = REFRESH_MS) => {
    let nowMs = 1_000_000;
    let looks = 0;
    let source: () => Promise<JSONWebKeySet | 'unchanged'> = () => setOf('first');
    const reported: string[] = [];
    const keySet = makeKeySet({
      load: () => {
        looks += 1;
        return source();
      },
      log: { warn: (what) => void reported.push(what), info: (what) => void reported.push(what) },
      refreshMs,
      nowMs: () => nowMs,
    });
    return {
      keySet,
      reported,
      looks: () => looks,
      serve: (next: typeof source) => {
        source = next;
      },
      fail: () => {
        source = async () => {
          throw new KeySetFault('it cannot be reached');
        };
      },
      pass: (ms: number) => {
        nowMs += ms;
      },
      verify: async (kid: string, key?: KeyObject): Promise<string> => {
        try {
          await jwtVerify(await tokenOf(kid, key), keySet.getKey);
          return 'verified';
        } catch (fault) {
          return fault instanceof errors.JOSEError ? fault.code : (fault as Error).name;
        }
      },
      ready: () =>
        keySet.check().then(
          () => true,
          () => false,
        ),
    };
  };

  it('is fetched at once for a key that it does not have, then every ten seconds at most', async () => {
    const { verify, looks, serve, pass } = bench();
    await verify('first');
    serve(() => setOf('first', 'second'));
    pass(1_000);
    expect([await verify('second', second.privateKey), looks()]).to.deep.equal(['verified', 2]);
    const at: number[] = [];
    for (let tick = 1; tick <= 25; tick += 1) {
      pass(1_000);
      const before = looks();
      expect(await verify(`junk-${tick}`)).to.equal('ERR_JWKS_NO_MATCHING_KEY');
      if (looks() > before) at.push(tick);
    }
    expect(at).to.deep.equal([10, 20]);
  });

  it('cannot decide about an unknown key while it is fetched, and goes by the last good one when that failed', async () => {
    const { verify, looks, serve } = bench();
    await verify('first');
    serve(() => new Promise(() => undefined));
    expect([await verify('junk'), await verify('first'), looks()]).to.deep.equal(['NoKeySet', 'verified', 2]);
    const other = bench();
    await other.verify('first');
    other.fail();
    expect([await other.verify('junk'), await other.verify('first')]).to.deep.equal([
      'ERR_JWKS_NO_MATCHING_KEY',
      'verified',
    ]);
  });

  it('is fetched once for many unknown keys at once', async () => {
    const { verify, looks, pass } = bench();
    await Promise.all(Array.from({ length: 50 }, (_, i) => verify(i % 2 === 0 ? 'first' : `junk-${i}`)));
    for (let i = 0; i < 50; i += 1) await verify(`junk-${i}`);
    // Once because none was read, once for the keys that it did not bring.
    expect(looks()).to.equal(2);
    pass(REFRESH_MS);
    await Promise.all(Array.from({ length: 50 }, (_, i) => verify(`junk-${i}`)));
    expect(looks()).to.be.within(3, 4);
  });

  it('keeps serving the last good one for an hour, and no longer', async () => {
    const { verify, fail, pass } = bench();
    expect(await verify('first')).to.equal('verified');
    fail();
    pass(59 * MINUTE_MS);
    expect([await verify('first'), await verify('junk')]).to.deep.equal([
      'verified',
      'ERR_JWKS_NO_MATCHING_KEY',
    ]);
    pass(2 * MINUTE_MS);
    expect([await verify('first'), await verify('junk')]).to.deep.equal(['NoKeySet', 'NoKeySet']);
  });

  it('is fetched less and less often while it fails, and as often as before when it is back', async () => {
    const { verify, looks, fail, serve, pass } = bench();
    await verify('first');
    fail();
    const at: number[] = [];
    for (let second = 1; second <= 900; second += 1) {
      pass(1_000);
      const before = looks();
      await verify('first');
      if (looks() > before) at.push(second);
    }
    expect(at).to.deep.equal([30, 60, 120, 240, 480, 720]);
    serve(() => setOf('first', 'second'));
    pass(4 * MINUTE_MS);
    expect(await verify('second', second.privateKey)).to.equal('verified');
    const before = looks();
    pass(REFRESH_MS);
    await verify('first');
    expect(looks()).to.equal(before + 1);
  });

  it('cannot decide anything where none was ever read, and still fetches once in 30 seconds', async () => {
    const { verify, looks, fail, serve, pass } = bench();
    fail();
    const ends = await Promise.all(Array.from({ length: 50 }, (_, i) => verify(`junk-${i}`)));
    expect([new Set(ends), looks()]).to.deep.equal([new Set([NoKeySet.name]), 1]);
    for (let i = 0; i < 600; i += 1) {
      pass(1_000);
      await verify('first');
    }
    expect(looks()).to.equal(21);
    serve(() => setOf('first'));
    pass(REFRESH_MS);
    expect(await verify('first')).to.equal('verified');
  });

  it('waits for a fetch in progress where a key is not yet known, and for none where it is', async () => {
    const { verify, looks, serve, pass } = bench();
    await verify('first');
    pass(REFRESH_MS);
    let answer: (set: JSONWebKeySet) => void = () => undefined;
    // One answer, however often and however late it is requested.
    const reported = new Promise<JSONWebKeySet>((resolve) => {
      answer = resolve;
    });
    serve(() => reported);
    const waiting = verify('first');
    // Signing takes time: an earlier caller would be the one who fetches.
    while (looks() < 2) await nextTurn();
    expect(await verify('first')).to.equal('verified');
    const fresh = verify('second', second.privateKey);
    answer(await setOf('first', 'second'));
    expect([await waiting, await fresh]).to.deep.equal(['verified', 'verified']);
  });

  it('no longer accepts a key that was removed', async () => {
    const { verify, serve, pass } = bench();
    serve(() => setOf('first', 'second'));
    expect(await verify('second', second.privateKey)).to.equal('verified');
    serve(() => setOf('first'));
    pass(REFRESH_MS);
    expect(await verify('second', second.privateKey)).to.equal('ERR_JWKS_NO_MATCHING_KEY');
  });

  it('stays fresh while its source says that nothing changed', async () => {
    const { verify, serve, pass } = bench(0);
    await verify('first');
    serve(async () => 'unchanged');
    pass(50 * MINUTE_MS);
    await verify('first');
    pass(50 * MINUTE_MS);
    expect(await verify('first')).to.equal('verified');
  });

  it('reports its state to readiness, and changes to the log', async () => {
    const { verify, ready, reported, fail, serve, pass } = bench();
    fail();
    expect([await ready(), await verify('first')]).to.deep.equal([false, 'NoKeySet']);
    serve(() => setOf('first'));
    pass(REFRESH_MS);
    expect([await ready(), await verify('first')]).to.deep.equal([true, 'verified']);
    fail();
    for (let i = 0; i < 3; i += 1) {
      pass(10 * MINUTE_MS);
      expect([await ready(), await verify('first')]).to.deep.equal([false, 'verified']);
    }
    expect(reported).to.deep.equal([
      'the key set of the identity provider cannot be read; the last one stays in use for an hour',
      'the key set of the identity provider can be read again',
      'the key set of the identity provider cannot be read; the last one stays in use for an hour',
    ]);
  });
});
