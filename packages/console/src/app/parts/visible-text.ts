/** A part of a text: as it is, or a character that nobody sees, by its code point. */
export type TextPiece = { readonly text: string } | { readonly hidden: string };

// Controls but tab and line feed, what has no width, turns the direction, is a tag or half a character: whatever makes a text look as
// another. By properties, as nobody can check a list of code points.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** Cuts a text so that what could hide or mislead can be shown as what it is. */
export const textPieces = (text: string): TextPiece[] => {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ hidden: `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
};
