/** Data for whoever reads stdout: a JSON object a line. */
export const printLine = (data: object): void => {
  process.stdout.write(`${JSON.stringify(data)}\n`);
};
