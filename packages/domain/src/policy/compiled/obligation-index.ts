import { eachOnce } from '../duties.js';
import { addRule, listShared, type RuleSet, share, sharedInto, wordsFor } from './rule-set.js';

/** The approvals and obligations of rules, besides their effect. */
export interface ObligationIndex<T> {
  /** The duties of the rules in both sets, each once, in the order of their texts. */
  due(set: RuleSet, mask: RuleSet): readonly T[];
}

const NONE: readonly never[] = Object.freeze([]);

/** Indexes the duties of rules; duties with the same text are identical. They are frozen, as decisions return them. */
export const indexObligations = <T extends object>(
  duties: readonly (readonly T[])[],
  textOf: (duty: T) => string,
): ObligationIndex<T> => {
  const words = wordsFor(duties.length);
  const distinct = eachOnce(duties.flat(), textOf).map((duty) => Object.freeze(duty));
  const placeOf = new Map(distinct.map((duty, place) => [textOf(duty), place]));
  const places = duties.map((own) => own.map((duty) => placeOf.get(textOf(duty)) as number));
  const having = distinct.map(() => new Uint32Array(words));
  const dutiful = new Uint32Array(words);
  places.forEach((own, rule) => {
    for (const place of own) addRule(having[place] as RuleSet, rule);
    if (own.length > 0) addRule(dutiful, rule);
  });
  const request = new Uint32Array(words);
  return {
    due: (set, mask) => {
      const count = sharedInto(set, mask, dutiful, request);
      if (count === 0) return NONE;
      // Few rules are examined one by one; for many, the duties are.
      if (count > distinct.length)
        return distinct.filter((_, place) => share(request, having[place] as RuleSet));
      const due = new Set(listShared(request, request).flatMap((rule) => places[rule] ?? []));
      return [...due].sort((a, b) => a - b).map((place) => distinct[place] as T);
    },
  };
};
