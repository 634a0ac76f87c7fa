import type { ReadAllowlistInput } from '@govgate/client';
import { atService, type ServiceAddress } from './at-service.js';

export interface AllowlistOptions extends ServiceAddress {
  readonly format: string;
}

/** `govgate allowlist`: the approved MCP servers as the file that a product reads. The service judges the format. */
export const printAllowlist = async ({ format, ...place }: AllowlistOptions): Promise<void> =>
  atService(place, async ({ client }) => {
    const file = await client.readAllowlist({ format: format as ReadAllowlistInput['format'] });
    process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
  });
