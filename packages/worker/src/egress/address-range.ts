import { isIP } from 'node:net';

/** Addresses sharing a prefix, as in `10.0.0.0/8`. */
export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
}

const RANGE = /^([0-9a-fA-F.:]{2,45})\/(0|[1-9]\d{0,2})$/;
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/**
 * Parses a range of IPv4 or IPv6 addresses; undefined if invalid. Both the settings and the guard of outbound calls use it, so that what
 * passes the one cannot break the other.
 * @example parseAddressRange('10.0.0.0/99') // undefined
 */
export const parseAddressRange = (text: string): AddressRange | undefined => {
  const [, address = '', bits] = RANGE.exec(text) ?? [];
  const prefix = Number(bits);
  return prefix <= (BITS[isIP(address)] ?? -1) ? { address, prefix } : undefined;
};
