/** What a browser keeps by names. In a private window, by a policy, or for want of room it may keep nothing, which breaks nothing. */
interface Kept {
  /** Undefined where there is nothing. */
  readonly read: (name: string) => string | undefined;
  /** Whether it was kept. */
  readonly keep: (name: string, text: string) => boolean;
  readonly forget: (name: string) => void;
}

// Where it is switched off, its very name throws.
const keptIn = (storage: () => Storage): Kept => {
  const trying = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(storage());
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => trying((kept) => kept.getItem(name)) ?? undefined,
    keep: (name, text) =>
      trying((kept) => {
        kept.setItem(name, text);
        return true;
      }) ?? false,
    forget: (name) => trying((kept) => kept.removeItem(name)),
  };
};

/** Beyond a session. */
export const keptInBrowser = keptIn(() => localStorage);

/** Until the tab is closed. */
export const keptInTab = keptIn(() => sessionStorage);
