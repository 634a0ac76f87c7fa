/** One builder for each record, for the tests of every package: it takes what a test is about, and makes up the rest. */
export { agentOf } from '../agent/testing/agents.js';
export { sessionOf } from '../client-session/testing/sessions.js';
export { surfaceOf } from '../client-surface/testing/surfaces.js';
export { approvedCredential, credentialOf } from '../credential-binding/testing/bindings.js';
export { observationOf, planeOf, planesArbitrary, reportedArbitrary } from '../data-plane/testing/planes.js';
export { destinationOf } from '../destination/testing/destinations.js';
export { policyOf } from '../policy/testing/policies.js';
export { bindingOf } from '../role-binding/testing/bindings.js';
export { callerWith, contributorOfUser, groupOf, userOf } from './people.js';
