import type { ReadAllowlistInput } from '@govgate/client';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type ServiceAddress } from './at-service.js';

export interface AllowlistOptions extends ServiceAddress {
  readonly format: string;
}

type Format = ReadAllowlistInput['format'];

const FORMATS = Object.keys({
  'claude-code': true,
  copilot: true,
  cursor: true,
  vscode: true,
} satisfies Record<Format, true>) as readonly Format[];

/** `govgate allowlist`: the approved MCP servers as the file that a product reads. */
export const printAllowlist = async ({ format: name, ...place }: AllowlistOptions): Promise<void> => {
  const format = FORMATS.find((one) => one === name);
  if (format === undefined)
    throw new CommandFailure(`--format must be one of ${FORMATS.join(', ')}.`, EXIT.usage);
  await atService(place, async ({ client }) => {
    const file = await client.readAllowlist({ format });
    process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
  });
};
