export * from './egress/address-range.js';
export * from './secret-resolver/meets.js';
