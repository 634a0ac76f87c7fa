import type { MintedKind } from '@govgate/domain';

/** Mints identifiers: the kind's prefix and a UUIDv7 without dashes, so that later ones sort later. */
export interface IdSource {
  mint(kind: MintedKind): string;
}
