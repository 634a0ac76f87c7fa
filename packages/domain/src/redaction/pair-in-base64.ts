const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SIXES = new Map([...ALPHABET].map((char, six) => [char, six]));
const MOST = 512;

const COLON = 0x3a;

/** Whether a place holds base64 of `name:password`, as in basic authentication (RFC 7617). */
export const isPairInBase64 = (text: string, from: number): boolean => {
  const bytes = bytesAt(text, from);
  return bytes.length >= 5 && bytes.includes(COLON) && bytes.every(isPrintable);
};

/** The bytes encoded by base64 at a place, up to the first other character. */
const bytesAt = (text: string, from: number): number[] => {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = from; at < text.length && at < from + MOST; at += 1) {
    const six = SIXES.get(text[at] ?? '');
    if (six === undefined) break;
    bits = ((bits << 6) | six) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
  }
  return bytes;
};

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte !== 0x7f;
