import { ok, type Result, refuse } from '@govgate/domain';
import type { ServerJson, ServerJsonPackage } from '@govgate/domain/internal';
import { placeOfSecret } from './place-of-secret.js';
import { valuelessPlace, withoutSecretValues } from './without-secret-values.js';

/** Where refusals find it in a request. */
const FIELD = 'manifest.server_json';

/** Its longest text, as it is sent. */
const MAX_CHARACTERS = 65_536;

/** Names that the registry makes for servers without a `server.json`. */
const OWN_NAMESPACE = /^io\.govgate\./i;

/** A `server.json` as it is given: with the version of its format. */
export type GivenServerJson = ServerJson & { readonly $schema?: string | undefined };

/** What a manifest takes from a `server.json`, and what is kept of it. */
export interface AcceptedServerJson {
  readonly serverJson: ServerJson;
  readonly endpoint: string | undefined;
}

/**
 * Accepts a `server.json`. The endpoint is the given one, else the first remote without variables, Streamable HTTP before SSE; of the remotes
 * only that one is kept. Inputs that are secret lose their values; what looks like a credential elsewhere is refused.
 */
export const acceptServerJson = (
  given: GivenServerJson,
  givenEndpoint: string | undefined,
): Result<AcceptedServerJson> => {
  if (JSON.stringify(given).length > MAX_CHARACTERS) return refuse('limit_exceeded', FIELD);
  if (OWN_NAMESPACE.test(given.name))
    return wrong('name', 'Names in io.govgate are made by the registry itself.');
  const endpoint = givenEndpoint ?? reachedAt(given);
  if (endpoint === undefined && (given.packages ?? []).length === 0)
    return wrong('remotes', 'There is no package, and no remote without variables: name the endpoint.');
  for (const [place, one] of (given.packages ?? []).entries()) {
    const fault = faultOf(one);
    if (fault !== undefined) return wrong(`packages.${place}.${fault.member}`, fault.problem);
  }
  const serverJson = withoutSecretValues(withEndpointAlone(given, endpoint));
  const valueless = valuelessPlace(serverJson);
  if (valueless !== undefined) return wrong(valueless, 'An argument without a value wants a valueHint.');
  const leaking = placeOfSecret(serverJson);
  return leaking === undefined
    ? ok({ serverJson, endpoint })
    : refuse('forbidden_material', `${FIELD}.${leaking}`);
};

const wrong = (member: string, detail: string): Result<never> =>
  refuse('invalid_request', `${FIELD}.${member}`, { detail });

const reachedAt = ({ remotes = [] }: ServerJson): string | undefined => {
  const concrete = remotes.filter(({ url }) => !url.includes('{'));
  return (concrete.find(({ type }) => type === 'streamable-http') ?? concrete[0])?.url;
};

// A reviewer approves one address: the others are read and enforced by nobody.
const withEndpointAlone = (
  { $schema: _, remotes = [], ...rest }: GivenServerJson,
  endpoint: string | undefined,
): ServerJson => {
  const kept = remotes.filter(({ url }) => url === endpoint).slice(0, 1);
  return kept.length === 0 ? rest : { ...rest, remotes: kept };
};

const PINNED_IMAGE = /@sha256:[0-9a-f]{64}$|:[\w][\w.-]{0,127}$/;

// What is reviewed has to be what is installed.
const faultOf = ({
  registryType,
  identifier,
  version,
  fileSha256,
}: ServerJsonPackage): { readonly member: string; readonly problem: string } | undefined => {
  if (registryType === 'oci')
    return PINNED_IMAGE.test(identifier) && !identifier.endsWith(':latest')
      ? undefined
      : { member: 'identifier', problem: 'The image needs a tag other than latest, or a digest.' };
  if (registryType === 'mcpb')
    return fileSha256 === undefined
      ? { member: 'fileSha256', problem: 'A bundle needs its SHA-256.' }
      : undefined;
  return version === undefined || version === 'latest'
    ? { member: 'version', problem: 'The package needs an exact version.' }
    : undefined;
};
