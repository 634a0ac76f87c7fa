import { createClient, type GovgateClient } from '@govgate/client';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readText } from '../system/read-text.js';
import type { CalledService, ServiceAddress } from './at-service.js';

/** Creates the client of a service. The token comes from a file or the environment: arguments are visible to everybody on the machine. */
export const openRemoteService = async ({
  url,
  tokenFile,
  tenant,
  environment,
}: ServiceAddress & { readonly url: string }): Promise<CalledService> => {
  const token = await tokenOf(tokenFile);
  const named = {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(environment === undefined ? {} : { environmentId: environment }),
  };
  const client = clientOf({ baseUrl: url, token, ...named });
  return {
    client,
    scope: async () => {
      if (tenant !== undefined && environment !== undefined)
        return { tenant_id: tenant, environment_id: environment };
      const identity = await client.readIdentity();
      const environmentId = environment ?? onlyOne(identity.environment_ids);
      return { tenant_id: tenant ?? identity.tenant_id, environment_id: environmentId };
    },
  };
};

const clientOf = (options: Parameters<typeof createClient>[0]): GovgateClient => {
  try {
    return createClient(options);
  } catch {
    throw new CommandFailure(
      '--url must be an http or https address without credentials, query or fragment, and not end in /v1.',
      EXIT.usage,
    );
  }
};

const onlyOne = (environments: readonly string[]): string => {
  const [only, ...others] = environments;
  if (only !== undefined && others.length === 0) return only;
  throw new CommandFailure(
    'The token reaches more than one environment: name one with --environment.',
    EXIT.usage,
  );
};

const tokenOf = async (file: string | undefined): Promise<string> => {
  const token = file === undefined ? process.env.GOVGATE_TOKEN : await readText(file);
  if (token === undefined || token.trim() === '')
    throw new CommandFailure(
      'Give the token for the service in GOVGATE_TOKEN or with --token-file.',
      EXIT.usage,
    );
  if (/^[\x21-\x7e]+$/.test(token.trim())) return token.trim();
  throw new CommandFailure('The token is malformed.', EXIT.usage);
};
