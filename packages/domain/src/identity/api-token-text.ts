const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);

/** Number of characters identifying a token. */
export const API_TOKEN_ID_LENGTH = 12;
/** Number of secret characters of a token: about 190 bits. */
export const API_TOKEN_SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

const API_TOKEN_TEXT = /^ggw_([0-9A-Za-z]{12})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * The text of an API token: `ggw_<12>_<32><6>`, the last six a checksum of the rest, so that scanners can tell a real token from a
 * look-alike (docs/spec/identity.md#authentication).
 */
export const formatApiToken = (tokenId: string, secret: string): string => {
  const stem = `ggw_${tokenId}_${secret}`;
  return stem + checksum(stem);
};

/** The parts of a token's text; undefined if it is no token or was mistyped. */
export const parseApiToken = (
  text: string,
): { readonly tokenId: string; readonly secret: string } | undefined => {
  const parts = API_TOKEN_TEXT.exec(text);
  const [, tokenId, secret, check] = parts ?? [];
  if (tokenId === undefined || secret === undefined) return undefined;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === check ? { tokenId, secret } : undefined;
};

/**
 * Characters of the token alphabet from random bytes. Pass 8 bytes more than the text needs (6 bits a character), so that no character is
 * noticeably more likely than another.
 * @throws RangeError when there are too few bytes.
 */
export const tokenCharacters = (randomBytes: Uint8Array, length: number): string => {
  if (randomBytes.length < Math.ceil((length * 6) / 8) + 8)
    throw new RangeError('too few random bytes for a token');
  let number = 0n;
  for (const byte of randomBytes) number = number * 256n + BigInt(byte);
  return base62(number, length);
};

const base62 = (number: bigint, length: number): string => {
  let text = '';
  for (let rest = number; text.length < length; rest /= BASE) text = ALPHABET[Number(rest % BASE)] + text;
  return text;
};

const checksum = (stem: string): string => base62(BigInt(crc32(stem)), CHECKSUM_LENGTH);

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

// The stem is ASCII by its grammar, so a character is a byte.
const crc32 = (ascii: string): number => {
  let crc = 0xffffffff;
  for (let i = 0; i < ascii.length; i += 1)
    crc = (CRC_TABLE[(crc ^ ascii.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};
