const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const value = LETTERS.indexOf(String.fromCharCode(code));
  return value === -1 ? undefined : value;
});

/** Bytes as standard base64 with padding (RFC 4648, section 4). Written here because the domain has neither Buffer nor btoa. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += letter(group >> 18) + letter(group >> 12);
    text += i + 1 < bytes.length ? letter(group >> 6) : '=';
    text += i + 2 < bytes.length ? letter(group) : '=';
  }
  return text;
};

const letter = (bits: number): string => LETTERS.charAt(bits & 63);

/** The bytes of a standard base64 text; undefined for anything but the one right spelling of some bytes. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const letters = text.length - padding;
  const bytes = new Uint8Array((letters * 3) >> 2);
  let held = 0;
  for (let i = 0; i < letters; i += 1) {
    const value = VALUES[text.charCodeAt(i)];
    if (value === undefined) return undefined;
    held = ((held << 6) | value) & 0xffffff;
    if (i % 4 !== 0) bytes[(i * 3) >> 2] = held >> (6 - 2 * (i % 4));
  }
  // The bits behind the last byte are 0 in the right spelling.
  return (held & (4 ** padding - 1)) === 0 ? bytes : undefined;
};
