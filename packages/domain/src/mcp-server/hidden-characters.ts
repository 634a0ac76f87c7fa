/** Characters that change text direction: what is read is not what is there. */
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Invisible characters: controls, format characters, fillers, variation selectors and tags. */
const ALL_HIDDEN =
  /[\p{Cf}\p{Co}]|(?![\t\n\r])\p{Cc}|[\u2028\u2029\u115F\u1160\u3164\uFFA0]|\u034F|[\u17B4\u17B5]|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;

// Characters joining and colouring emoji are invisible too, and harmless there.
const IN_EMOJI = /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)[\uFE0F\u200D]/gu;

/** Whether a text contains direction-changing characters. */
export const turnsDirection = (text: string): boolean => BIDIRECTIONAL.test(text);

/** Whether a text contains other invisible characters. */
export const hidesCharacters = (text: string): boolean => {
  for (const [character] of text.replace(IN_EMOJI, '').matchAll(ALL_HIDDEN))
    if (!BIDIRECTIONAL.test(character)) return true;
  return false;
};

/** A text safe to show to a reviewer: invisible characters are written out, so that nothing can pose as something else. */
export const shownPlainly = (text: string): string =>
  text.replace(ALL_HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);

/** A text without invisible characters: what a model may read where a person sees something else. */
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, '');
