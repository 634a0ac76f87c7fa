export { parseAddressRange } from './egress/address-range.js';
export { mayCall } from './egress/egress-target.js';
export { meets } from './secret-resolver/meets.js';
