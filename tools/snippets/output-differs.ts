const ANYTHING = '…';

/**
 * How what was printed differs from what a page shows, or undefined. `…` stands for anything. Of JSON the page need show only the
 * members that matter; where several lines were printed, it shows the last.
 */
export const outputDiffers = (shown: string, printed: string, language: string): string | undefined =>
  language === 'json' ? jsonDiffers(JSON.parse(shown), printed) : textDiffers(shown.trim(), printed.trim());

const textDiffers = (shown: string, printed: string): string | undefined => {
  const pattern = shown.split(ANYTHING).map(escaped).join('[\\s\\S]*?');
  return new RegExp(`^${pattern}$`).test(printed) ? undefined : `it printed\n${printed}`;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const jsonDiffers = (shown: unknown, printed: string): string | undefined => {
  try {
    const last = printed.trim().split('\n').at(-1) ?? '';
    const place = firstDifference(shown, JSON.parse(isJson(printed) ? printed : last), '');
    return place === undefined ? undefined : `at ${place || 'the top'} it printed\n${printed}`;
  } catch {
    return `it printed no JSON but\n${printed}`;
  }
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const firstDifference = (shown: unknown, printed: unknown, path: string): string | undefined => {
  if (typeof shown === 'string' && shown.includes(ANYTHING))
    return textDiffers(shown, String(printed)) === undefined ? undefined : path;
  if (typeof shown !== 'object' || shown === null) return shown === printed ? undefined : path;
  if (!isAlike(shown, printed)) return path;
  return Object.entries(shown)
    .filter(([, value]) => !(Array.isArray(shown) && value === ANYTHING))
    .map(([key, value]) => firstDifference(value, printed[key], `${path}/${key}`))
    .find((place) => place !== undefined);
};

/** Whether both are objects, or lists of as many entries; a list shown with `…` may have more. */
const isAlike = (shown: object, printed: unknown): printed is Record<string, unknown> => {
  if (typeof printed !== 'object' || printed === null) return false;
  if (!Array.isArray(shown)) return !Array.isArray(printed);
  return Array.isArray(printed) && (shown.includes(ANYTHING) || shown.length === printed.length);
};
