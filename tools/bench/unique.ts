/** Stands in a request for a number that no other request of the run has. */
export const UNIQUE = 'bench-000000000000';
