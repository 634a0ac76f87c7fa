/** Part of a text: verbatim, or an invisible character by its code point. */
export type TextPiece = { readonly text: string } | { readonly hidden: string };

// Control characters except tab and line feed, zero-width and direction-changing characters, tags and lone surrogates: anything that makes
// a text look like another. By Unicode properties, as nobody can review a list of code points.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** A text in which anything hidden or misleading stands as its code point. */
export const visibleText = (text: string): string =>
  textPieces(text)
    .map((piece) => ('text' in piece ? piece.text : piece.hidden))
    .join('');

/** Splits a text so that anything hidden or misleading can be shown for what it is. */
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
