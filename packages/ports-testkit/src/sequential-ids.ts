import { ID_PREFIXES, type MintedKind } from '@govgate/domain';
import type { IdSource } from '@govgate/ports';

/** Ids that count up for each kind: `evt_00000001`, `evt_00000002`; later ones sort later, as minted ones do. */
export const sequentialIds = (): IdSource => {
  const last = new Map<MintedKind, number>();
  return {
    mint: (kind) => {
      const number = (last.get(kind) ?? 0) + 1;
      last.set(kind, number);
      return `${ID_PREFIXES[kind]}_${String(number).padStart(8, '0')}`;
    },
  };
};
