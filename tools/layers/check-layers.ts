/** Shows what breaks the layer rules of this checkout: `npm run layers` */
import { format } from 'dependency-cruiser';
import { cruiseCheckout } from './cruise.js';

for (const result of await cruiseCheckout(process.cwd())) {
  const { output, exitCode } = await format(result, { outputType: 'err' });
  process.stdout.write(String(output));
  if (exitCode !== 0) process.exitCode = 1;
}
