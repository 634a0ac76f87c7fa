const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

/** Bytes as standard base64 with padding (RFC 4648, section 4). Written here because the domain has neither Buffer nor btoa. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => LETTERS[(group >> shift) & 63]);
    const missing = Math.max(0, i + 3 - bytes.length);
    text += letters.slice(0, 4 - missing).join('') + '='.repeat(missing);
  }
  return text;
};

/** The bytes of a standard base64 text; undefined for anything but the one right spelling of some bytes. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  const letters = text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let held = 0;
  for (let i = 0; i < letters.length; i += 1) {
    const value = VALUES.get(letters[i] as string);
    if (value === undefined) return undefined;
    held = ((held << 6) | value) & 0xffffff;
    const place = Math.floor((i * 3) / 4);
    if (i % 4 !== 0) bytes[place] = held >> (6 - 2 * (i % 4));
  }
  return toBase64(bytes) === text ? bytes : undefined;
};
