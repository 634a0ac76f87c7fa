/** Data on stdout: a JSON object per line. */
export const printLine = (data: object): void => {
  process.stdout.write(`${JSON.stringify(data)}\n`);
};
