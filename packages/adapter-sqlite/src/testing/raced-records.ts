/** How many records racing processes try to create. */
export const RACED_RECORDS = 100;
