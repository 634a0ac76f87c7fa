import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a planted file is run for the first time, as recorded in a folder of the test. */
export const isFirstTime = (name: string): boolean => {
  const mark = join(process.env.GOVGATE_TEST_PLANTED ?? '', name);
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
};
