import { BUGS, type Fault } from './bugs.js';

const APPLICATION = 'packages/application/src';
const DOMAIN = 'packages/domain/src';
const HTTP = 'packages/adapter-http/src';
const MONGO = 'packages/adapter-mongo/src';
const SERVER = 'packages/server/src';
const WORKER = 'packages/worker/src';
const DATA_PLANE = 'examples/data-plane/src';

const DELIVERY = `${WORKER}/delivery`;
const SIGNATURE = [`${DELIVERY}/sign-webhook.test.ts`];
const RECEIVERS = [`${DELIVERY}/make-delivery-probe.test.ts`];
const TAMPERING = [`${DOMAIN}/audit/tampering.test.ts`];
const FORGERIES = [`${SERVER}/e2e/prove/k5-forged-trail.e2e.test.ts`];
const TOKENS = [`${SERVER}/e2e/bad-tokens.e2e.test.ts`];
const ADDRESSES = [`${WORKER}/egress/address-policy.test.ts`];
const HANDLES = [`${DOMAIN}/destination/handle.test.ts`];
const LIVE_SERVERS = [`${APPLICATION}/health-checks/check-mcp-drift.test.ts`];
const BACKENDS = [`${WORKER}/mcp-probe/make-mcp-backend-probe.test.ts`];
const PLANE_PAGES = [`${DOMAIN}/data-plane/page-data-planes.test.ts`];
const PROVE = `${SERVER}/e2e/prove`;
const SELF_GRANT = `${PROVE}/k6-no-self-grant.e2e.test.ts`;
const NOBODY_GAINS = `${APPLICATION}/role-bindings/nobody-gains.property.test.ts`;
const FOUR_EYES = `${PROVE}/k14-four-eyes.e2e.test.ts`;
const TWO_PEOPLE = `${PROVE}/k14-two-people.e2e.test.ts`;
const QUEUE = [`${SERVER}/e2e/queue-faults.e2e.test.ts`];

/**
 * One fault or more for each promise whose tests hold none of their own, noticed by the tests that the page of proofs names for
 * it. `D3b` is another fault of promise D3.
 */
export const PROMISE_FAULTS: readonly Fault[] = [
  {
    id: 'A3',
    bug: 'MongoDB: active flag by updateMany, without the rule of one active version',
    patches: BUGS.filter(({ id }) => id === '12').flatMap(({ patches }) => patches),
    specs: [`${SERVER}/e2e/mongo/publish-race.e2e.test.ts`],
    needsServices: true,
  },
  {
    id: 'A5',
    bug: 'an approval that was used can be used again',
    patches: [
      {
        file: `${DOMAIN}/approval/decide-call-approval.ts`,
        from: "step(callApprovalMachine, statusAt(approval, request.now), 'use', UNASKED)",
        to: "step(callApprovalMachine, approval.status === 'used' ? 'approved' : statusAt(approval, request.now), 'use', UNASKED)",
      },
    ],
    specs: [`${PROVE}/a5-approvals-race.e2e.test.ts`],
  },
  {
    id: 'B1',
    bug: 'the job of a dead worker is not taken over',
    patches: [
      {
        file: `${WORKER}/queue/bull-worker.ts`,
        from: 'lockDuration: lockMs,',
        to: 'lockDuration: lockMs * 60,',
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
        file: `${APPLICATION}/jobs/enqueue-entries.ts`,
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
        file: `${MONGO}/write/group-commit.ts`,
        from: '  if (isSent(before) && (await wasCommitted(collections, session, before.proof))) return before;\n',
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
        file: `${MONGO}/driver/port-errors.ts`,
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
        file: `${DELIVERY}/exchange-http.ts`,
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
        from: 'if (!text.includes(this.#named))',
        to: `if (!text.includes(',"prev_hash":'))`,
      },
    ],
    // A signed head shows the forgery all the same; the chain shows where it lies.
    specs: [`${DOMAIN}/audit/verify-export.test.ts`],
  },
  {
    id: 'T1b',
    bug: 'a gap in the sequence is let pass',
    patches: [
      {
        file: `${DOMAIN}/audit/verify.ts`,
        from: 'if (sequence !== this.#head.sequence + 1)',
        to: 'if (sequence <= this.#head.sequence)',
      },
    ],
    specs: [`${DOMAIN}/audit/verify.test.ts`],
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
        from: "return isHashOf(hash, this.hash(text)) ? undefined : 'hash_mismatch';",
        to: "return hash.startsWith('sha256:') ? undefined : 'hash_mismatch';",
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
        to: "if (link.columns === '[]') {",
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
        from: 'return newest === undefined ? kept :',
        to: 'return newest === undefined || newest.size > 0 ? kept :',
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
        from: '  if (firstInvalid !== null) return { newest, fault: firstInvalid };\n',
        to: '  if (firstInvalid !== null) walk.vouchedFor(0);\n',
      },
    ],
    specs: [`${APPLICATION}/audit/sign-trail.test.ts`],
  },
  {
    id: 'K5d',
    bug: 'a long trail is read in one turn of the event loop',
    patches: [
      {
        file: 'packages/adapter-sqlite/src/read/stored-events.ts',
        from: '    await nextTurn();\n',
        to: '    void nextTurn;\n',
      },
    ],
    specs: [`${SERVER}/e2e/prove/k5-turns.serial.test.ts`],
  },
  {
    id: 'K5e',
    bug: 'events are read in parts, and what is no event as we write them moves its neighbours to other places',
    patches: [
      {
        file: 'packages/adapter-sqlite/src/read/stored-events.ts',
        from: ' || lines?.length !== PART_EVENTS',
        to: ' || lines === undefined',
      },
    ],
    specs: ['packages/adapter-sqlite/src/long-walks.test.ts'],
  },
  {
    id: 'K5f',
    bug: 'the declaration of the table that computes what lists filter by is not compared',
    patches: [
      {
        file: 'packages/adapter-sqlite/src/read/stored-events.ts',
        from: 'driver.prepare(DECLARED).get()?.[0] === AUDIT_EVENTS',
        to: 'driver.prepare(DECLARED).get() !== undefined && AUDIT_EVENTS.length > 0',
      },
    ],
    specs: FORGERIES,
  },
  {
    id: 'J1a',
    bug: 'the audience of a token is not checked',
    patches: [
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: '        audience: issuer.audience,\n',
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
        from: '        audience: issuer.audience,\n',
        to: '        audience: issuer.audience,\n        crit: { exotic: true },\n',
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
        from: 'import { decodeJwt, errors, type JWTPayload',
        to: 'import { decodeJwt, errors, exportSPKI, type JWTPayload',
      },
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: "'EdDSA'];",
        to: "'EdDSA', 'HS256'];",
      },
      {
        file: `${SERVER}/identity/jose-token-verifier.ts`,
        from: 'await jwtVerify(token, issuer.keys, {',
        to: `await jwtVerify(token, async (header, input) => {
          if (header.alg !== 'HS256') return issuer.keys(header, input);
          const key = (await issuer.keys({ ...header, alg: 'ES256' }, input)) as Parameters<typeof exportSPKI>[0];
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
        file: `${DOMAIN}/destination/handle.ts`,
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
        file: `${DOMAIN}/destination/handle.ts`,
        from: 'URL_CHARACTERS.test(text) || HOST_NAME.test(text)',
        to: 'HOST_NAME.test(text)',
      },
    ],
    specs: HANDLES,
  },
  {
    id: 'K1a',
    bug: 'a link leads out of the folder of a tenant',
    patches: [
      {
        file: `${WORKER}/secret-resolver/secret-folders.ts`,
        from: `real.startsWith(\`\${own}/\`)`,
        to: 'real.startsWith(root)',
      },
    ],
    specs: [`${SERVER}/e2e/prove/k1-secrets-belong-to-tenants.e2e.test.ts`],
  },
  {
    id: 'K1b',
    bug: 'every variable of the machine is readable',
    patches: [
      {
        file: `${WORKER}/secret-resolver/make-secret-resolver.ts`,
        from: 'scope, name) && Object.hasOwn(',
        to: 'scope, name) || Object.hasOwn(',
      },
    ],
    specs: [`${SERVER}/e2e/prove/k1-secrets-belong-to-tenants.e2e.test.ts`],
  },
  {
    id: 'K8a',
    bug: 'each token of an unknown key asks the issuer',
    patches: [
      {
        file: `${SERVER}/identity/key-set.ts`,
        from: '>= refreshMs * backOff;',
        to: '>= refreshMs * backOff * 0;',
      },
    ],
    specs: [
      `${SERVER}/identity/key-set.test.ts`,
      `${SERVER}/e2e/prove/k8-identity-provider-away.e2e.test.ts`,
    ],
  },
  {
    id: 'K8b',
    bug: 'a set that cannot be read anew counts no longer',
    patches: [
      {
        file: `${SERVER}/identity/key-set.ts`,
        from: '    this.#failures += 1;\n',
        to: '    this.#failures += 1;\n    this.#held = undefined;\n',
      },
    ],
    specs: [`${SERVER}/identity/key-set.test.ts`],
  },
  {
    id: 'K11',
    bug: 'any identifier is taken for the name of a call',
    patches: [
      {
        file: `${HTTP}/koa/call-names.ts`,
        from: "pathId(sent) !== '' && !beginsLikeToken(sent)",
        to: "pathId(sent) !== '' && !beginsLikeToken('')",
      },
    ],
    specs: [`${SERVER}/e2e/prove/k11-request-ids-hold-no-credential.e2e.test.ts`],
  },
  {
    id: 'K15a',
    bug: 'what is named like a secret passes',
    patches: [
      {
        file: `${DOMAIN}/policy/secret-material.ts`,
        from: 'assignsSecret(text) ||',
        to: "assignsSecret('') ||",
      },
    ],
    specs: [`${DOMAIN}/policy/secret-corpus.test.ts`],
  },
  {
    id: 'K15b',
    bug: 'an expression takes a time that grows with the square of the text',
    patches: [
      {
        file: `${DOMAIN}/policy/secret-material.ts`,
        from: String.raw`/"d"\s{0,4}:\s{0,4}"[\w-]{32}/`,
        to: String.raw`/"d"\s*:?\s*"[\w-]{32}/`,
      },
    ],
    specs: ['tools/regex/linear-patterns.test.ts'],
  },
  {
    id: 'K16a',
    bug: 'a target that is no address is served',
    patches: [
      {
        file: `${HTTP}/koa/readable-target.ts`,
        from: "target === '*' || URL.canParse(target)",
        to: "target !== ''",
      },
    ],
    specs: [`${SERVER}/e2e/prove/k16-odd-targets-and-times.e2e.test.ts`],
  },
  {
    id: 'K16b',
    bug: 'a moment beyond the year 9999 is written in a form of its own',
    patches: [
      {
        file: `${DOMAIN}/instant.ts`,
        from: 'new Date(Math.min(Math.max(epochMs, FIRST_MS), LAST_MS)).toISOString()',
        to: 'new Date(epochMs).toISOString()',
      },
    ],
    specs: [`${DOMAIN}/instant.test.ts`],
  },
  {
    id: 'K16c',
    bug: 'no binding may last longer than the year 2999',
    patches: [
      {
        file: `${HTTP}/wire/fields.ts`,
        from: String.raw`v.regex(/^[1-9]\d{3}-`,
        to: String.raw`v.regex(/^[12]\d{3}-`,
      },
    ],
    specs: [`${SERVER}/e2e/prove/k16-odd-targets-and-times.e2e.test.ts`],
  },
  {
    id: 'K18a',
    bug: 'a range of IPv4 may have as many bits as one of IPv6',
    patches: [
      {
        file: `${WORKER}/egress/address-range.ts`,
        from: 'prefix <= (BITS[isIP(address)] ?? -1)',
        to: 'isIP(address) !== 0 && prefix <= (BITS[6] ?? -1)',
      },
    ],
    specs: [
      `${WORKER}/egress/address-range.test.ts`,
      `${SERVER}/e2e/prove/k18-ranges-break-no-probe.e2e.test.ts`,
    ],
  },
  {
    id: 'K18b',
    bug: 'a failure to load the probes is kept',
    patches: [{ file: `${WORKER}/jobs/lazy-probes.ts`, from: '        made = undefined;\n', to: '' }],
    specs: [`${WORKER}/jobs/lazy-probes.test.ts`],
  },
  {
    id: 'K19a',
    bug: 'all tenants share the places of a round, whoever comes first',
    patches: [
      {
        file: `${APPLICATION}/health-checks/probe-mcp-servers.ts`,
        from: 'owner: item.tenantId',
        to: "owner: ''",
      },
    ],
    specs: [`${SERVER}/e2e/prove/k19-nobody-holds-up-others.e2e.test.ts`],
  },
  {
    id: 'K19b',
    bug: 'names that hang take every thread that looks up names',
    patches: [
      {
        file: `${WORKER}/egress/name-lookup.ts`,
        from: 'lane(() => system(hostname))',
        to: 'lane(async () => undefined).then(() => system(hostname))',
      },
    ],
    specs: [`${WORKER}/egress/name-lookup.test.ts`],
  },
  {
    id: 'K19c',
    bug: 'Redis is handed what is no identifier',
    patches: [
      {
        file: `${WORKER}/queue/bull-payload.ts`,
        from: '&& isId(value)',
        to: "&& !isId('')",
      },
    ],
    specs: [`${WORKER}/queue/redis-holds-ids.contract.test.ts`],
    needsServices: true,
  },
  {
    id: 'K19d',
    bug: 'keys in Redis are as long as what was counted',
    patches: [
      {
        file: `${WORKER}/queue/redis-rate-counter.ts`,
        from: "hash('sha256', counted, 'base64url')",
        to: "counted || hash('sha256', counted, 'base64url')",
      },
    ],
    specs: [`${WORKER}/queue/redis-rate-counter.contract.test.ts`],
    needsServices: true,
  },
  {
    id: 'K19e',
    bug: 'every refused caller has a line of log',
    patches: [
      {
        file: `${SERVER}/system/limit-lines.ts`,
        from: 'const LINES = 60;',
        to: 'const LINES = 60_000;',
      },
    ],
    specs: [`${SERVER}/system/limit-lines.test.ts`],
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
        file: `${DOMAIN}/data-plane/page-data-planes.ts`,
        from: 'facets: facetsOf(kept),',
        to: 'facets: facetsOf(planes.map((one) => classifiedAt(one, query.desired, query.nowMs))),',
      },
    ],
    specs: PLANE_PAGES,
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
        file: `${DOMAIN}/data-plane/page-data-planes.ts`,
        from: "unknown: withStatus('unknown'),",
        to: 'unknown: 0,',
      },
    ],
    specs: PLANE_PAGES,
  },
  {
    id: 'G1',
    bug: 'the gateway does not consult the revocation feed',
    patches: [
      {
        file: `${DOMAIN}/gateway/verdict.ts`,
        from: 'revocations: feed.view,',
        to: 'revocations: { covering: () => undefined, coveringTool: () => undefined, stale: false },',
      },
    ],
    specs: [`${PROVE}/g1-kill-latency.e2e.test.ts`],
  },
  {
    id: 'G1b',
    bug: 'who waits for the feed is told by the clock alone, four times a second',
    patches: [
      {
        file: `${APPLICATION}/call/notifications.ts`,
        from: "for (const scope of revocations) notifications.notify('revocations', scope);",
        to: '',
      },
      { file: `${APPLICATION}/sessions/poll-pause.ts`, from: 'LEAST_MS = 50', to: 'LEAST_MS = 250' },
    ],
    specs: [`${PROVE}/g1-kill-latency.e2e.test.ts`],
  },
  {
    id: 'G2',
    bug: 'the gateway passes on what the enforcer denies',
    patches: [
      {
        file: `${DATA_PLANE}/endpoint.ts`,
        from: "if (denial !== undefined && request.method !== 'DELETE') return exchange.cut(denial);",
        to: '',
      },
    ],
    specs: [`${PROVE}/g2-gateway-loop.e2e.test.ts`],
  },
  {
    id: 'G2b',
    bug: 'the gateway takes an old feed for a fresh one',
    patches: [
      {
        file: `${DOMAIN}/gateway/verdict.ts`,
        from: 'feedAgeSeconds: feed.ageSeconds',
        to: 'feedAgeSeconds: 0',
      },
    ],
    specs: [`${DOMAIN}/gateway/enforcer.test.ts`],
  },
  {
    id: 'G3',
    bug: 'a call is made where no decision is to be had',
    patches: [
      {
        file: 'examples/authzen-gateway/gateway.py',
        from: 'return "decision_unavailable"',
        to: 'return None',
      },
    ],
    specs: [`${PROVE}/g3-authzen-gateway.e2e.test.ts`],
  },
  {
    id: 'D5',
    bug: 'the last event of what is sent to syslog at a time is not written',
    patches: [
      {
        file: 'packages/worker/src/delivery/kinds/syslog.ts',
        from: "connection.write(frames.join(''), timeoutMs)",
        to: "connection.write(frames.slice(0, -1).join(''), timeoutMs)",
      },
    ],
    specs: [`${PROVE}/d5-drift-reaches-siems.e2e.test.ts`],
  },
  {
    id: 'G4',
    bug: 'the decision point lets a tool be called that is not as it was approved',
    patches: [
      {
        file: `${APPLICATION}/authzen/decision-point.ts`,
        from: "if (!lists && !tool.callable) return 'tool_not_callable';",
        to: '',
      },
    ],
    specs: [`${PROVE}/g4-drift-reaches-gateways.e2e.test.ts`],
  },
  {
    id: 'G5',
    bug: 'what was decided is remembered beyond the commit that changes it',
    patches: [
      {
        file: `${APPLICATION}/authzen/decision-point.ts`,
        from: 'if (facts === undefined || facts.revision < revision)',
        to: 'if (facts === undefined)',
      },
    ],
    specs: [`${APPLICATION}/authzen/evaluate-access.test.ts`],
  },
  {
    id: 'G5b',
    bug: 'subjects and tools whose names read the same in one are taken for each other',
    patches: [
      {
        file: `${APPLICATION}/authzen/environment-facts.ts`,
        from: "const NUL = '\\0';",
        to: "const NUL = ' ';",
      },
    ],
    specs: [`${APPLICATION}/authzen/evaluate-access.test.ts`],
  },
  {
    id: 'N1',
    bug: 'what the default denied is not looked at where an unchanged rule asks for approval now',
    patches: [
      {
        file: `${DOMAIN}/policy/compare/may-follow.ts`,
        from: "return goal.effect !== 'allow' && (side.isOpen || passingRules(side, changed).length > 0);",
        to: 'return false;',
      },
    ],
    specs: [`${DOMAIN}/policy/compare/compare-policies.property.test.ts`],
  },
  {
    id: 'K3',
    bug: 'publishing is a right over the version alone',
    patches: [
      {
        file: `${DOMAIN}/authorization/permissions.ts`,
        from: "new Set<Permission>(['policy.publish'])",
        to: 'new Set<Permission>()',
      },
    ],
    specs: [`${PROVE}/k3-publish-reach.e2e.test.ts`],
  },
  {
    id: 'K6',
    bug: 'a grant may outlast the grantor’s own',
    patches: [
      {
        file: `${DOMAIN}/role-binding/grantor.ts`,
        from: '(end !== null && end <= own)',
        to: '(end !== null && end <= own) || own > NOW_AT_LEAST',
      },
    ],
    specs: [SELF_GRANT, NOBODY_GAINS],
  },
  {
    id: 'K6b',
    bug: 'only who joins themselves is judged by what the group gives',
    patches: [
      {
        file: `${DOMAIN}/identity/add-member.ts`,
        from: 'if (!isMember && grantsBeyond(',
        to: 'if (!isMember && actor.actorId === userId && grantsBeyond(',
      },
    ],
    specs: [SELF_GRANT, NOBODY_GAINS],
  },
  {
    id: 'K6c',
    bug: 'a service account has the groups of its namesake',
    patches: [
      {
        file: `${DOMAIN}/role-binding/grants.ts`,
        from: "holder.actorType === 'user' && ",
        to: '',
      },
      {
        file: `${APPLICATION}/identity/principal-source.ts`,
        from: "  if (actorType !== 'user') return [];\n",
        to: '',
      },
    ],
    specs: [SELF_GRANT],
  },
  {
    id: 'K9',
    bug: 'a preview names whom it counts',
    patches: [
      {
        file: `${DOMAIN}/role-binding/preview-role-binding.ts`,
        from: 'affectedUserIds: mayReadDirectory(facts.grantor) ?',
        to: 'affectedUserIds: mayReadDirectory(facts.grantor) || true ?',
      },
    ],
    specs: [`${PROVE}/k9-previews-name-nobody.e2e.test.ts`],
  },
  {
    id: 'K10',
    bug: 'a key is looked up before the caller is judged',
    patches: [
      {
        file: `${APPLICATION}/call/once-allowed.ts`,
        from: `  const admitted = await admit();
  if (!admitted.ok) return admitted;
  const claim = await repeatable?.claim();
`,
        to: `  const claim = await repeatable?.claim();
  if (claim?.ok === true && claim.value.state === 'answered')
    return ok({ repeats: true, output: claim.value.output });
  const admitted = await admit();
  if (!admitted.ok) return admitted;
`,
      },
    ],
    specs: [`${PROVE}/k10-replays-are-authorized.e2e.test.ts`],
  },
  {
    id: 'K12',
    bug: 'a record is read before reach is judged',
    patches: [
      {
        file: `${APPLICATION}/call/load-record.ts`,
        from: `  if (!reachable(context, wanted.scope.tenantId, environmentId)) return refuse('not_found');
  const found = await lookUp(records, wanted);
`,
        to: `  const found = await lookUp(records, wanted);
  if (!reachable(context, wanted.scope.tenantId, environmentId)) return refuse('not_found');
`,
      },
    ],
    specs: [`${PROVE}/k12-nothing-read-out-of-reach.e2e.test.ts`],
  },
  {
    id: 'K13',
    bug: 'an administrator who is about to end counts as another one',
    patches: [
      {
        file: `${DOMAIN}/role-binding/disable-role-binding.ts`,
        from: 'outlasts(other, binding) &&',
        to: '(outlasts(other, binding) || true) &&',
      },
    ],
    specs: [`${PROVE}/k13-last-administrator.e2e.test.ts`],
  },
  {
    id: 'K14',
    bug: 'a person is another one through a service account',
    patches: [
      {
        file: `${DOMAIN}/four-eyes/contributor.ts`,
        from: 'a.persons.some((person) => b.persons.includes(person)) ||',
        to: '',
      },
    ],
    specs: [TWO_PEOPLE],
  },
  {
    id: 'K14b',
    bug: 'whoever rotated a binding may approve it',
    patches: [
      {
        file: `${DOMAIN}/credential-binding/decide-approval.ts`,
        from: ' hands?.changed,',
        to: '',
      },
    ],
    specs: [FOUR_EYES],
  },
  {
    id: 'K17',
    bug: 'an answer counts as kept before it is committed',
    patches: [
      {
        file: `${APPLICATION}/call/decide-and-commit.ts`,
        from: 'if (outcome.committed) repeatable?.kept(keeps);',
        to: 'repeatable?.kept(keeps);',
      },
    ],
    specs: [
      `${PROVE}/k17-lost-race-keeps-the-key.e2e.test.ts`,
      `${APPLICATION}/call/repeatable-call.test.ts`,
    ],
  },
  {
    id: 'M2',
    bug: 'a drift is told without its revocation',
    patches: [
      {
        file: `${APPLICATION}/mcp-servers/commit-drift.ts`,
        from: 'const revocations = reported.flatMap((one) => one.revocations);',
        to: 'const revocations: Revocation[] = [];',
      },
    ],
    specs: LIVE_SERVERS,
  },
  {
    id: 'M2b',
    bug: 'what a process saw counts although another has taken its claim over',
    patches: [
      {
        file: `${APPLICATION}/mcp-servers/commit-drift.ts`,
        from: 'expectedVersion: reading.version }',
        to: "expectedVersion: 'any' }",
      },
    ],
    specs: LIVE_SERVERS,
  },
  {
    id: 'M2c',
    bug: 'of a definition only the schema is compared',
    patches: [
      {
        file: `${DOMAIN}/mcp-server/compare-tools.ts`,
        from: 'if (tool.definitionHash !== undefined)',
        to: "if (tool.definitionHash !== undefined && tool.name === '')",
      },
    ],
    specs: LIVE_SERVERS,
  },
];
