import type { PolicyOutcome, Scope } from '@govgate/domain';
import type { AccessQuestion } from './access-question.js';

/** What those who only want to know a decision need of the decision point. */
export interface AccessDecisions {
  readonly decisionPoint: { in(scope: Scope): Awaitable<DecidingEnvironment> };
}

export interface DecidingEnvironment {
  /** Decides as if the caller named the approved definition. */
  find(question: AccessQuestion): Awaitable<{ readonly outcome: PolicyOutcome }>;
}

type Awaitable<T> = T | Promise<T>;
