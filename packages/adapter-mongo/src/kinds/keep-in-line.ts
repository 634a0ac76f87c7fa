import type { AnyKind } from '@govgate/ports';

/** Brings the records of a scope in line before something is asked by what is derived from them. */
export type KeepInLine = (kind: AnyKind, scope: object) => Promise<void>;
