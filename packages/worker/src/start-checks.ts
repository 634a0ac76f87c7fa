export { parseAddressRange } from './egress/address-range.js';
export { meets } from './secret-resolver/meets.js';
