/**
 * The form in which names and ids are searched and sorted: compatibility characters as what they stand for (NFKD), without accents and
 * case. Control characters count as blanks, so that none of them is part of it.
 *
 * @example searchText('Équipe Ｏne') // 'EQUIPE ONE'
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
    // Lower case first: so a capital sharp s, too, becomes SS. Upper case, since it knows no final sigma.
    .toLowerCase()
    .toUpperCase();
