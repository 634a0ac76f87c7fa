import type { AnyKind } from '@govgate/ports';

/** Brings a scope's records up to date before a query relies on values derived from them. */
export type KeepInLine = (kind: AnyKind, scope: object) => Promise<void>;
