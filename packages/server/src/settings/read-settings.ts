import { mayCall } from '@govgate/worker/start-checks';
import * as v from 'valibot';
import type { JwtIssuer, JwtSettings } from '../identity/jwt-settings.js';
import { consoleOidcOf, consoleOidcProblems } from './console-oidc-settings.js';
import { signalsAt } from './jwt-issuers-setting.js';
import type { ServerSettings } from './settings.js';
import { SETTINGS, type Setting } from './settings-table.js';

/** Named values, from the environment and the optional configuration file. */
export type NamedValues = Readonly<Record<string, string | undefined>>;

/** Settings, and every problem with them, one sentence each; an invalid one keeps its default. */
export type ReadSettings =
  | { readonly ok: true; readonly settings: ServerSettings }
  | { readonly ok: false; readonly settings: ServerSettings; readonly problems: readonly string[] };

type Table = typeof SETTINGS;
type Values = { readonly [K in keyof Table]: Table[K] extends Setting<infer T, infer F> ? T | F : never };

/** Reads settings from their text alone; whether files and folders exist is checked at the start. */
export const readSettings = (named: NamedValues): ReadSettings => {
  const problems: string[] = [];
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([field, setting]) => [field, readValue(setting, named, problems)]),
  ) as Values;
  problems.push(
    ...halfIssuer(named),
    ...halfSignals(named),
    ...sameIssuer(values),
    ...unreachableSignals(values),
    ...consoleOidcProblems(named),
    ...samePort(values),
    ...namelessIssuer(values),
    ...unknownNames(named),
  );
  const settings = settingsOf(values);
  return problems.length === 0 ? { ok: true, settings } : { ok: false, settings, problems };
};

const readValue = (
  { name, schema, fallback }: Setting<unknown, unknown>,
  named: NamedValues,
  problems: string[],
) => {
  const text = named[name];
  if (text === undefined || text === '') return fallback;
  const read = v.safeParse(schema, text, { abortEarly: true });
  if (read.success) return read.output;
  problems.push(`${name} ${read.issues[0].message}`);
  return fallback;
};

const settingsOf = (values: Values): ServerSettings => {
  const { jwtIssuer, jwtAudience, jwtJwks, jwtTenantClaim, jwtUserClaim, ...jwtRest } = values;
  const { jwtGroupsClaim, jwtEnvironmentsClaim, jwtProvision, jwtIssuers, jwtLeewaySeconds, ...unread } =
    jwtRest;
  const { jwtSignalsUrl, jwtSignalsTokenFile, ...rest } = unread;
  const { consoleOidcClientId, consoleOidcIssuer, consoleOidcScope, consoleOidcResource, ...others } = rest;
  const { readsPerMinute, writesPerMinute, deliveryTestsPerMinute, evaluationsPerMinute, ...settings } =
    others;
  return {
    ...settings,
    jwt: jwtOf(values),
    consoleOidc: consoleOidcOf(values),
    ratePerMinute: {
      reads: readsPerMinute,
      writes: writesPerMinute,
      delivery_tests: deliveryTestsPerMinute,
      evaluations: evaluationsPerMinute,
    },
  };
};

const jwtOf = (values: Values): JwtSettings | undefined => {
  const issuers = [...singleIssuer(values), ...values.jwtIssuers];
  return issuers.length === 0 ? undefined : { issuers, leewaySeconds: values.jwtLeewaySeconds };
};

const singleIssuer = ({ jwtIssuer, jwtAudience, jwtJwks, ...values }: Values): readonly JwtIssuer[] =>
  jwtIssuer === undefined || jwtAudience === undefined || jwtJwks === undefined
    ? []
    : [
        {
          issuer: jwtIssuer,
          audience: jwtAudience,
          jwks: jwtJwks,
          tenantClaim: values.jwtTenantClaim,
          userClaim: values.jwtUserClaim,
          groupsClaim: values.jwtGroupsClaim,
          environmentsClaim: values.jwtEnvironmentsClaim,
          provision: values.jwtProvision === 'first_sign_in',
          signals: signalsAt(values.jwtSignalsUrl, values.jwtSignalsTokenFile),
        },
      ];

// A token is verified by the one issuer that it names.
const sameIssuer = (values: Values): string[] => {
  const named = jwtOf(values)?.issuers.map(({ issuer }) => issuer) ?? [];
  return new Set(named).size === named.length
    ? []
    : [`${SETTINGS.jwtIssuers.name} must name each issuer once, and not that of ${SETTINGS.jwtIssuer.name}`];
};

const halfIssuer = (named: NamedValues): string[] => {
  const names = [SETTINGS.jwtIssuer, SETTINGS.jwtAudience, SETTINGS.jwtJwks].map(({ name }) => name);
  const given = names.filter((name) => (named[name] ?? '') !== '').length;
  return given === 0 || given === names.length
    ? []
    : [`${names.join(', ')} belong together: set all three or none`];
};

const halfSignals = (named: NamedValues): string[] => {
  const { jwtIssuer, jwtSignalsUrl, jwtSignalsTokenFile } = SETTINGS;
  const [issuer, ...signals] = [jwtIssuer, jwtSignalsUrl, jwtSignalsTokenFile].map(
    ({ name }) => (named[name] ?? '') !== '',
  );
  return signals.every((given) => !given) || (issuer && signals.every(Boolean))
    ? []
    : [`${jwtSignalsUrl.name} and ${jwtSignalsTokenFile.name} belong together, and to ${jwtIssuer.name}`];
};

// What can be said without a lookup; the rest is decided with each call (docs/spec/destinations.md, egress).
const unreachableSignals = (values: Values): string[] => {
  const urls = jwtOf(values)?.issuers.flatMap(({ signals }) => signals?.url ?? []) ?? [];
  return urls.every((url) => mayCall(url, values.egressAllow, values.egressHttp))
    ? []
    : [
        `${SETTINGS.jwtSignalsUrl.name}, or signals_url of an issuer, must be an https URL, or an http one where ${SETTINGS.egressHttp.name} allows it, and no address that ${SETTINGS.egressAllow.name} does not allow`,
      ];
};

const samePort = (values: Values): string[] => {
  const ports = (['port', 'metricsPort', 'extAuthzPort'] as const).filter((one) => values[one] !== 0);
  return ports
    .filter((one, at) => ports.slice(0, at).some((other) => values[other] === values[one]))
    .map((one) => `${SETTINGS[one].name} must be a port that no other setting names, or 0 for none`);
};

// Receivers know the issuer of the tokens by its URL, and it is the same on every process.
const namelessIssuer = ({ ssfKeyFile, publicUrl }: Values): string[] =>
  ssfKeyFile !== undefined && publicUrl === undefined
    ? [`${SETTINGS.ssfKeyFile.name} needs ${SETTINGS.publicUrl.name}, which is the issuer of the tokens`]
    : [];

const KNOWN: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ name }) => name));

/** Settings of commands that talk to a running service, wherever they run. */
const OF_CALLERS: ReadonlySet<string> = new Set(['GOVGATE_URL', 'GOVGATE_TOKEN']);

// A misspelt setting would otherwise silently become a default. Names used by tests and callers are exempt.
const unknownNames = (named: NamedValues): string[] =>
  Object.keys(named)
    .filter((name) => name.startsWith('GOVGATE_') && !name.startsWith('GOVGATE_TEST_'))
    .filter((name) => !KNOWN.has(name) && !OF_CALLERS.has(name))
    .sort()
    .map((name) => `${name} is not a setting of govgate`);
