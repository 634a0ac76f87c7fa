import { tellMicros } from '../../../../../tools/bench/micros-of.js';
import { makeAddressPolicy, mayConnect } from '../address-policy.js';
import { parseTarget } from '../egress-target.js';

// A bench program: the cost of the egress guard's decisions, without lookup and connection.
const policy = makeAddressPolicy([], []);

tellMicros({
  'target of an outbound call': () => parseTarget('https://siem.example:8443/services/collector', policy),
  'address of an outbound call': () => mayConnect('203.0.114.7', 'https:', policy),
});
