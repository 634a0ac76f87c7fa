/** Data on stdout: one JSON object per line. */
export const printLine = (data: object): void => {
  process.stdout.write(`${JSON.stringify(data)}\n`);
};
