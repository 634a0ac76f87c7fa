/** What this browser keeps beyond a session, under a name; undefined where there is nothing, or where it keeps nothing at all. */
export const readKept = (name: string): string | undefined => {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Whether the browser kept it: in a private window, by a policy, or for want of room it may not. */
export const keep = (name: string, text: string): boolean => {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
};
