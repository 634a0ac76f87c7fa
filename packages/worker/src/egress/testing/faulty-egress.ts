import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors, request as undiciRequest } from 'undici';
import { makeAddressPolicy, mayConnect, type Scheme } from '../address-policy.js';
import type { Egress, EgressRequest, EgressResult, EgressSettings, Lookup } from '../egress.js';
import { failureOf } from '../failure-of.js';
import { makeNameLookup } from '../name-lookup.js';

const systemResolver = makeNameLookup();

type Vet = (hostname: string, scheme: Scheme, settings: EgressSettings) => Promise<boolean>;

const answersOf = (hostname: string, settings: EgressSettings) =>
  isIP(hostname) === 0
    ? (settings.lookup ?? systemResolver)(hostname)
    : Promise.resolve([{ address: hostname, family: isIP(hostname) }]);

const vetAll: Vet = async (hostname, scheme, settings) => {
  const policy = makeAddressPolicy(settings.allowCidrs, settings.httpCidrs);
  const answers = await answersOf(hostname, settings);
  return answers.every((answer) => mayConnect(answer.address, scheme, policy));
};

const asNodeLookup =
  (lookup: Lookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname).then(
      (answers) => {
        const first = answers[0] ?? { address: '', family: 4 };
        if (options.all === true) callback(null, [...answers]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 4),
    );
  };

// A lookup that remembers its first answer, so that a double has only one fault.
const once = (lookup: Lookup): Lookup => {
  const remembered = new Map<string, ReturnType<Lookup>>();
  return (hostname) => {
    const answer = remembered.get(hostname) ?? lookup(hostname);
    remembered.set(hostname, answer);
    return answer;
  };
};

const send = async (dispatcher: Dispatcher, request: EgressRequest): Promise<EgressResult> => {
  try {
    const { statusCode, body } = await undiciRequest(request.url, {
      dispatcher,
      method: request.method,
      signal: AbortSignal.timeout(request.limits.timeoutMs),
    });
    await body.dump();
    const head = { status: statusCode, headers: {} };
    if (statusCode >= 300 && statusCode < 400) return { ok: false, failure: 'redirect_blocked', head };
    return { ok: true, head, body: 'discarded' };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
};

type MakeDispatcher = (lookup: Lookup, settings: EgressSettings) => Dispatcher;

const makeDouble =
  (vet: Vet, makeDispatcher: MakeDispatcher, remember = true) =>
  (given: EgressSettings): Egress => {
    const lookup = given.lookup ?? systemResolver;
    const settings = { ...given, lookup: remember ? once(lookup) : lookup };
    const dispatcher = makeDispatcher(settings.lookup, settings);
    return {
      request: async (request) => {
        const url = new URL(request.url);
        const scheme: Scheme = url.protocol === 'https:' ? 'https:' : 'http:';
        if (!(await vet(url.hostname, scheme, settings))) return { ok: false, failure: 'ssrf_blocked' };
        return send(dispatcher, request);
      },
      close: () => dispatcher.destroy(),
    };
  };

// Whatever a double dials stays on this machine.
const onLoopback =
  (lookup: Lookup): Lookup =>
  async (hostname) =>
    (await lookup(hostname)).map((answer) =>
      answer.address.startsWith('127.') ? answer : { address: '127.0.0.1', family: 4 },
    );

const connectOptions = (lookup: Lookup, settings: EgressSettings, tls: object) => ({
  lookup: asNodeLookup(onLoopback(lookup)),
  ...(settings.authorities === undefined ? {} : { ca: settings.authorities }),
  ...tls,
});

const STRICT = { rejectUnauthorized: true };

const direct = (lookup: Lookup, settings: EgressSettings, tls: object = STRICT): Dispatcher =>
  new Agent({ connect: connectOptions(lookup, settings, tls) });

const RULE = {
  once: 'resolves once, so a second answer changes nothing',
  mixed: 'refuses a name when only one of its answers is refused, in whatever order',
  redirects: 'follows no redirect',
  blocked: 'refuses a name that resolves to any blocked address, without connecting',
  stranger: 'refuses a certificate that nobody trusted signed, whatever the environment says',
  name: 'keeps the name in SNI, in Host and in the check of the certificate',
  http: 'sends plain http only to a range configured for it',
  proxy: 'goes past a proxy that the environment names',
} as const;

/** Guards with one planted fault each, and exactly the rules that they break. */
export const FAULTY_GUARDS = [
  {
    fault: 'looks the name up again to connect',
    breaks: [RULE.once],
    make: makeDouble(vetAll, direct, false),
  },
  {
    fault: 'looks at the first answer only',
    breaks: [RULE.mixed],
    make: makeDouble(async (hostname, scheme, settings) => {
      const [first] = await answersOf(hostname, settings);
      const policy = makeAddressPolicy(settings.allowCidrs, settings.httpCidrs);
      return first !== undefined && mayConnect(first.address, scheme, policy);
    }, direct),
  },
  {
    fault: 'follows redirects',
    breaks: [RULE.redirects],
    make: makeDouble(vetAll, (lookup, settings) =>
      direct(lookup, settings).compose(interceptors.redirect({ maxRedirections: 3 })),
    ),
  },
  {
    fault: 'believes the environment about certificates',
    breaks: [RULE.stranger],
    make: makeDouble(vetAll, (lookup, settings) => direct(lookup, settings, {})),
  },
  {
    fault: 'checks no certificate',
    breaks: [RULE.stranger, RULE.name],
    make: makeDouble(vetAll, (lookup, settings) => direct(lookup, settings, { rejectUnauthorized: false })),
  },
  {
    fault: 'dials whatever the name gives',
    breaks: [RULE.mixed, RULE.blocked, RULE.http],
    make: makeDouble(async () => true, direct),
  },
  {
    fault: 'asks the environment for a proxy',
    breaks: [RULE.proxy],
    make: makeDouble(
      vetAll,
      (lookup, settings) => new EnvHttpProxyAgent({ connect: connectOptions(lookup, settings, STRICT) }),
    ),
  },
] as const;
