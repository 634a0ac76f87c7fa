import { instantOf } from '@govgate/domain';
import fc from 'fast-check';
import type { Bundle, SectionName } from '../sections/registry.js';

export type Item<N extends SectionName> = NonNullable<Bundle[N]>[number];

export const TENANTS = ['acme', 'globex'] as const;
export const ENVIRONMENTS = ['production', 'staging'] as const;
export const USERS = ['usr_1', 'usr_2', 'usr_3'] as const;

export const tenantId = fc.constantFrom(...TENANTS);
export const environmentId = fc.constantFrom(...ENVIRONMENTS);
export const environments = fc.subarray([...ENVIRONMENTS], { minLength: 1 });
export const word = fc.stringMatching(/^[a-z]{1,8}$/);
export const moment = fc.integer({ min: 1_600_000_000_000, max: 1_800_000_000_000 }).map(instantOf);
export const momentOrEmpty = fc.oneof(fc.constant('' as const), moment);
export const seconds = fc.integer({ min: 0, max: 100_000 });
export const owner = fc.record({ team: word, userId: word, escalationContact: word, oncallRotation: word });

/** Who acted on a record, through which account. */
const hand = fc.record({
  actorType: fc.constantFrom('user' as const, 'service_account' as const),
  actorId: word,
  persons: fc.array(word, { maxLength: 2 }),
});
export const hands = fc.record({ created: hand, changed: hand, submitted: hand }, { requiredKeys: [] });

/** Some members given, some left out. */
export const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

/** Up to four items, each with a unique identifier. */
export const list = <T extends object>(
  item: fc.Arbitrary<T>,
  withId: (item: T, place: number) => T,
): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 4 }).map((items) => items.map(withId));

export const merged = <A extends object, B extends object>(
  a: fc.Arbitrary<A>,
  b: fc.Arbitrary<B>,
): fc.Arbitrary<A & B> => fc.tuple(a, b).map(([one, other]) => ({ ...one, ...other }));
