import { compareText } from '../text-order.js';
import type { PolicyRule } from './manifest.js';

/**
 * Orders rules by id; rules with the same id, which no valid manifest has, by reason, so that their order in the manifest never matters.
 */
export const compareRules = (a: PolicyRule, b: PolicyRule): number =>
  compareText(a.rule_id, b.rule_id) || compareText(a.reason_code, b.reason_code);
