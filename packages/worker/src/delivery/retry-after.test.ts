import { expect } from 'chai';
import { retryAfterSeconds } from './retry-after.js';

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const rows: readonly (readonly [string | undefined, number | null])[] = [
    [undefined, null],
    ['0', 0],
    [' 120 ', 120],
    ['99999999', 86_400],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['Fri, 01 Jan 2027 00:00:00 GMT', 86_400],
    ['2026-01-01T00:00:30Z', null],
  ];
  for (const [value, seconds] of rows)
    it(`reads ${value} as ${seconds}`, () => {
      expect(retryAfterSeconds(value, now)).equal(seconds);
    });
});
