import { SEEDS, type Seed } from './seeds.js';

const APPLICATION = 'packages/application/src';
const DOMAIN = 'packages/domain/src';
const HTTP = 'packages/adapter-http/src';
const MONGO = 'packages/adapter-mongo/src';
const SERVER = 'packages/server/src';
const WORKER = 'packages/worker/src';

const DELIVERY = `${WORKER}/delivery`;
const SIGNATURE = [`${DELIVERY}/sign-webhook.test.ts`];
const RECEIVERS = [`${DELIVERY}/make-delivery-probe.test.ts`];
const TAMPERING = [`${DOMAIN}/audit/tampering.test.ts`];
const FORGERIES = [`${SERVER}/e2e/prove/k5-forged-trail.e2e.test.ts`];
const TOKENS = [`${SERVER}/e2e/bad-tokens.e2e.test.ts`];
const ADDRESSES = [`${WORKER}/egress/address-policy.test.ts`];
const HANDLES = [`${DOMAIN}/siem-webhook/handle.test.ts`];
const BACKENDS = [`${WORKER}/mcp-probe/make-mcp-backend-probe.test.ts`];
const COLUMNS = [`${DOMAIN}/data-plane/data-plane-columns.test.ts`];
const QUEUE = [`${SERVER}/e2e/queue-faults.e2e.test.ts`];

/**
 * One fault or more for each promise whose tests hold none of their own, noticed by the tests that the page of proofs names for
 * it. `D3b` is another fault of promise D3.
 */
export const PROMISE_SEEDS: readonly Seed[] = [
  {
    id: 'A3',
    bug: 'MongoDB: active flag by updateMany, without the rule of one active version',
    patches: SEEDS.filter(({ id }) => id === '12').flatMap(({ patches }) => patches),
    specs: [`${SERVER}/e2e/mongo/publish-race.e2e.test.ts`],
    needsServices: true,
  },
  {
    id: 'B1',
    bug: 'the job of a dead worker is not taken over',
    patches: [
      {
        file: `${WORKER}/queue/bull-worker.ts`,
        from: 'lockDuration: 10_000,',
        to: 'lockDuration: 600_000,',
      },
    ],
    specs: QUEUE,
    grep: 'B1:',
  },
  {
    id: 'B2',
    bug: 'a check that is completed is completed again',
    patches: [
      {
        file: `${APPLICATION}/delivery-tests/complete-test.ts`,
        from: "if (test === undefined || test.record.state === 'completed') return;",
        to: 'if (test === undefined) return;',
      },
    ],
    specs: QUEUE,
    grep: 'B2:',
  },
  {
    id: 'B3',
    bug: 'a stop does not wait for the jobs under way',
    patches: [{ file: `${WORKER}/queue/bull-worker.ts`, from: 'options.stopMs ?? STOP_MS', to: '0' }],
    specs: QUEUE,
    grep: 'B3:',
  },
  {
    id: 'B4',
    bug: 'the sweep hands out nothing anew',
    patches: [
      {
        file: `${APPLICATION}/delivery-tests/sweep-delivery-tests.ts`,
        from: 'if (test.handedOutAt > addSeconds(now, -LEAVE_SECONDS)) return;',
        to: 'if (test.handedOutAt <= now) return;',
      },
    ],
    specs: QUEUE,
    grep: 'B[45]:',
  },
  {
    id: 'B6',
    bug: 'a queue that is away fails the call',
    patches: [
      {
        file: `${APPLICATION}/jobs/hand-on.ts`,
        from: "    if (fault instanceof PortUnavailable && fault.port === 'queue') return false;\n",
        to: '',
      },
      {
        file: `${APPLICATION}/delivery-tests/test-destination.ts`,
        from: "    if (fault instanceof PortUnavailable && fault.port === 'queue') return undefined;\n",
        to: '',
      },
    ],
    specs: QUEUE,
    grep: 'B6:',
  },
  {
    id: 'B7a',
    bug: 'a commit whose answer was lost is repeated',
    patches: [
      {
        file: `${MONGO}/group-commit.ts`,
        from: '      if (await hasLanded(collections, session, this.#sent.landmark)) return this.#sent.results;\n',
        to: '',
      },
    ],
    specs: [`${MONGO}/failures.contract.test.ts`],
  },
  {
    id: 'B7b',
    bug: 'a failure of MongoDB passes for a mistake of the program',
    patches: [
      {
        file: `${MONGO}/port-errors.ts`,
        from: '  if (error instanceof MongoError) return new PortUnavailable(port, { cause: causeOf(error) });\n',
        to: '',
      },
    ],
    specs: [`${MONGO}/failures.contract.test.ts`, `${SERVER}/e2e/mongo/server-faults.e2e.test.ts`],
  },
  {
    id: 'D1a',
    bug: 'the signature leaves the time out',
    patches: [
      {
        file: `${DELIVERY}/sign-webhook.ts`,
        from: `\${id}.\${timestampSeconds}.\${body}`,
        to: `\${id}.\${body}`,
      },
    ],
    specs: SIGNATURE,
  },
  {
    id: 'D1b',
    bug: 'the key is the text of the secret, not what it encodes',
    patches: [
      {
        file: `${DELIVERY}/sign-webhook.ts`,
        from: "Buffer.from(encoded, 'base64')",
        to: 'Buffer.from(encoded)',
      },
    ],
    specs: SIGNATURE,
  },
  {
    id: 'D3a',
    bug: 'a redirect counts as delivered',
    patches: [
      {
        file: `${DELIVERY}/delivery-reason.ts`,
        from: 'if (result.ok) return',
        to: "if (!result.ok && result.failure === 'redirect_blocked') return 'delivered';\n  if (result.ok) return",
      },
    ],
    specs: RECEIVERS,
  },
  {
    id: 'D3b',
    bug: 'a time-out is told as a refused connection',
    patches: [
      {
        file: `${DELIVERY}/delivery-reason.ts`,
        from: 'if (result.ok) return',
        to: "if (!result.ok && result.failure === 'timeout') return 'connection_refused';\n  if (result.ok) return",
      },
    ],
    specs: RECEIVERS,
  },
  {
    id: 'D3c',
    bug: 'Retry-After is ignored',
    patches: [
      {
        file: `${DELIVERY}/make-delivery-probe.ts`,
        from: "result.ok && isRetryable(reasonCode) ? result.head.headers['retry-after'] : undefined",
        to: 'undefined',
      },
    ],
    specs: RECEIVERS,
  },
  {
    id: 'D3d',
    bug: 'an endpoint that is gone is told as one that was not found',
    patches: [
      {
        file: `${DELIVERY}/delivery-reason.ts`,
        from: "410: 'endpoint_gone'",
        to: "410: 'endpoint_not_found'",
      },
    ],
    specs: RECEIVERS,
  },
  {
    id: 'D3e',
    bug: 'a check that was made counts as delivered, whatever it found',
    patches: [
      {
        file: `${APPLICATION}/delivery-tests/run-delivery-test.ts`,
        from: 'return outcome.reasonCode;',
        to: "return outcome.latencyMs < 0 ? outcome.reasonCode : 'delivered';",
      },
    ],
    specs: [`${SERVER}/e2e/delivery-test.e2e.test.ts`],
  },
  {
    id: 'T1a',
    bug: 'the hash of the event before is not compared',
    patches: [
      {
        file: `${DOMAIN}/audit/verify.ts`,
        from: `if (!link.text.includes(\`,"prev_hash":\${q(head.hash)},\`))`,
        to: `if (!link.text.includes(',"prev_hash":'))`,
      },
    ],
    specs: TAMPERING,
  },
  {
    id: 'T1b',
    bug: 'a gap in the sequence is let pass',
    patches: [
      {
        file: `${DOMAIN}/audit/verify.ts`,
        from: 'if (link.sequence !== head.sequence + 1)',
        to: 'if (link.sequence <= head.sequence)',
      },
    ],
    specs: TAMPERING,
  },
  {
    id: 'T1c',
    bug: 'what a checkpoint says is ignored',
    patches: [
      {
        file: `${DOMAIN}/audit/trail-walk.ts`,
        from: "    return this.fail({ sequence, reasonCode: 'checkpoint_mismatch', soundUpTo: this.#soundUpTo });",
        to: "    return sequence < 0 && this.fail({ sequence, reasonCode: 'checkpoint_mismatch' });",
      },
    ],
    specs: TAMPERING,
  },
  {
    id: 'T1d',
    bug: "an event's own hash is not taken again",
    patches: [
      {
        file: `${DOMAIN}/audit/verify.ts`,
        from: `return \`sha256:\${hash(link.text)}\` === link.hash ? undefined : 'hash_mismatch';`,
        to: "return link.hash.startsWith('sha256:') ? undefined : 'hash_mismatch';",
      },
    ],
    specs: TAMPERING,
  },
  {
    id: 'K5a',
    bug: 'what stands beside an event is not compared with its text',
    patches: [
      {
        file: `${DOMAIN}/audit/trail-walk.ts`,
        from: 'if (link.columns !== undefined) {',
        to: "if (link.columns === '') {",
      },
    ],
    specs: FORGERIES,
  },
  {
    id: 'K5b',
    bug: 'the checkpoint outside of the store is not asked',
    patches: [
      {
        file: `${APPLICATION}/audit/verify-trail.ts`,
        from: '...(newest === undefined ? [] : [newest])',
        to: '...(newest === undefined || newest.size > 0 ? [] : [newest])',
      },
    ],
    specs: FORGERIES,
  },
  {
    id: 'K5c',
    bug: 'the signer signs whatever it finds',
    patches: [
      {
        file: `${APPLICATION}/audit/sign-trail.ts`,
        from: '  if (firstInvalid !== null) return { more: false, newest, fault: firstInvalid };\n',
        to: '  if (firstInvalid !== null) walk.vouchedFor(0);\n',
      },
    ],
    specs: [`${APPLICATION}/audit/sign-trail.test.ts`],
  },
  {
    id: 'J1a',
    bug: 'the audience of a token is not checked',
    patches: [
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: '        audience: settings.audience,\n',
        to: '',
      },
    ],
    specs: TOKENS,
  },
  {
    id: 'J1b',
    bug: 'what a token calls critical is ignored',
    patches: [
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: '        audience: settings.audience,\n',
        to: '        audience: settings.audience,\n        crit: { exotic: true },\n',
      },
    ],
    specs: TOKENS,
  },
  {
    id: 'J1c',
    bug: 'the public key serves as a shared secret',
    patches: [
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: 'import { errors, type JWTPayload',
        to: 'import { errors, exportSPKI, type JWTPayload',
      },
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: "'EdDSA'];",
        to: "'EdDSA', 'HS256'];",
      },
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: 'await jwtVerify(token, keys, {',
        to: `await jwtVerify(token, async (header, input) => {
          if (header.alg !== 'HS256') return keys(header, input);
          const key = (await keys({ ...header, alg: 'ES256' }, input)) as Parameters<typeof exportSPKI>[0];
          return new TextEncoder().encode(\`\${await exportSPKI(key)}\\n\`);
        }, {`,
      },
    ],
    specs: TOKENS,
  },
  {
    id: 'J1d',
    bug: 'of two Authorization headers the first counts',
    patches: [
      {
        file: `${HTTP}/koa/authenticate-call.ts`,
        from: "  if (timesSent(request, 'authorization') !== 1) return refuseToken('form');\n",
        to: '',
      },
    ],
    specs: TOKENS,
  },
  {
    id: 'S1a',
    bug: 'link-local addresses may be called',
    patches: [
      {
        file: `${WORKER}/egress/address-policy.ts`,
        from: "if (address.range() !== 'unicast' ||",
        to: "if (!['unicast', 'linkLocal'].includes(address.range()) ||",
      },
    ],
    specs: ADDRESSES,
  },
  {
    id: 'S1b',
    bug: 'an IPv4-mapped address is taken for the one inside',
    patches: [
      {
        file: `${WORKER}/egress/address-policy.ts`,
        from: 'const address = ipaddr.parse(text);',
        to: 'const address = ipaddr.process(text);',
      },
    ],
    specs: ADDRESSES,
  },
  {
    id: 'S1c',
    bug: 'one public answer of a resolver makes up for a private one',
    patches: [
      {
        file: `${WORKER}/egress/vetted-addresses.ts`,
        from: 'answers.every((answer) => mayConnect',
        to: 'answers.some((answer) => mayConnect',
      },
    ],
    specs: [`${WORKER}/egress/make-egress.test.ts`],
  },
  {
    id: 'S1d',
    bug: 'a body has no limit',
    patches: [
      {
        file: `${WORKER}/egress/exchange.ts`,
        from: 'request.limits.maxBodyBytes ?? MAX_BODY_BYTES',
        to: 'Number.POSITIVE_INFINITY',
      },
    ],
    specs: [`${WORKER}/egress/egress-limits.test.ts`],
  },
  {
    id: 'S1e',
    bug: 'plain http may go everywhere',
    patches: [
      {
        file: `${WORKER}/egress/address-policy.ts`,
        from: "(scheme === 'https:' || within(address, policy.plainHttp))",
        to: "(scheme === 'https:' || scheme === 'http:')",
      },
    ],
    specs: ADDRESSES,
  },
  {
    id: 'H1a',
    bug: 'a handle may hold what a URL is made of',
    patches: [
      {
        file: `${DOMAIN}/siem-webhook/handle.ts`,
        from: '([A-Za-z0-9_-]{8,64})',
        to: '([A-Za-z0-9_@/:.-]{8,64})',
      },
    ],
    specs: HANDLES,
  },
  {
    id: 'H1b',
    bug: 'a leaked endpoint is told as a mere mistake',
    patches: [
      {
        file: `${DOMAIN}/siem-webhook/handle.ts`,
        from: 'URL_CHARACTERS.test(text) || HOST_NAME.test(text)',
        to: 'HOST_NAME.test(text)',
      },
    ],
    specs: HANDLES,
  },
  {
    id: 'M1a',
    bug: 'the probe leaves its session',
    patches: [
      {
        file: `${WORKER}/mcp-probe/make-mcp-backend-probe.ts`,
        from: '  await channel.endSessions(version === undefined ? {} : { [VERSION_HEADER]: version });\n',
        to: '',
      },
    ],
    specs: [...BACKENDS, `${WORKER}/mcp-probe/real-servers.test.ts`],
  },
  {
    id: 'M1b',
    bug: 'an answer in an event stream is not read',
    patches: [
      {
        file: `${WORKER}/mcp-probe/reply-reader.ts`,
        from: "if (type === 'text/event-stream') return readEvents(text);",
        to: "if (type === 'text/event-stream') return 'enough';",
      },
    ],
    specs: BACKENDS,
  },
  {
    id: 'M1c',
    bug: 'a revision that nobody knows will do',
    patches: [
      {
        file: `${WORKER}/mcp-probe/connect.ts`,
        from: "typeof protocolVersion === 'string' && isOlder(protocolVersion);",
        to: "typeof protocolVersion === 'string';",
      },
    ],
    specs: BACKENDS,
  },
  {
    id: 'P1a',
    bug: 'facets are counted before the filter',
    patches: [
      {
        file: `${DOMAIN}/data-plane/data-plane-columns.ts`,
        from: '      figures.add(slot, status, policy);\n',
        to: '',
      },
      {
        file: `${DOMAIN}/data-plane/data-plane-columns.ts`,
        from: '      if (wantedStatus !== ANY && wantedStatus !== status) continue;',
        to: `      figures.add(slot, status, policy);
      if (wantedStatus !== ANY && wantedStatus !== status) continue;`,
      },
    ],
    specs: COLUMNS,
  },
  {
    id: 'P1b',
    bug: 'a threshold is off by one millisecond',
    patches: [
      {
        file: `${DOMAIN}/data-plane/plane-states.ts`,
        from: 'if (ageMs <= HEARTBEAT_HEALTHY_MS)',
        to: 'if (ageMs < HEARTBEAT_HEALTHY_MS)',
      },
    ],
    specs: [`${DOMAIN}/data-plane/classify-data-plane.test.ts`],
  },
  {
    id: 'P1c',
    bug: 'planes that were never seen are in the total alone',
    patches: [
      {
        file: `${DOMAIN}/data-plane/column-figures.ts`,
        from: 'unknown: this.#of(this.#statuses, STATUS_CODE.unknown),',
        to: 'unknown: 0,',
      },
    ],
    specs: COLUMNS,
  },
];
