/** A row of the generated table: method, path, flags, and for lists the parameter of the next page and where an answer names it. */
export type OperationRow = readonly [
  method: string,
  path: string,
  flags: string,
  pageParameter?: string,
  pagePart?: string,
  nextToken?: string,
];
