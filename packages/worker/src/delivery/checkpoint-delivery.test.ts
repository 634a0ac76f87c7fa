import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Secret } from '@govgate/domain';
import { DESTINATION_KINDS, type DestinationKind, exportedCheckpoint } from '@govgate/domain/internal';
import { expect } from 'chai';
import { HTTP_KINDS } from './kinds/all-http-kinds.js';
import { syslogMessage } from './kinds/syslog-message.js';
import { SIGNING_KEY, TOKEN, targetOf } from './testing/kind-bench.js';

/** A note that was signed once, so that every run sends the same. */
const NOTE = [
  'govgate/acme',
  '42',
  'BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=',
  `head sha256:${'cd'.repeat(32)}`,
  'signed_at 2026-03-01T12:00:00.123Z',
  '',
  '\u2014 govgate/acme AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  '',
].join('\n');

const sentTo = async (kind: DestinationKind) => {
  const target = targetOf(kind);
  const exported = exportedCheckpoint(
    { tenantId: 'acme', size: 42, keyId: '00000000', note: NOTE },
    'production',
  );
  if (exported === undefined) throw new Error('no checkpoint');
  if (kind === 'syslog') return { message: syslogMessage(target, exported) };
  const secrets = {
    endpoint: new Secret('https://receiver.example'),
    token: new Secret(TOKEN),
    signing: kind === 'webhook' ? new Secret(SIGNING_KEY) : null,
  };
  const nowMs = Date.UTC(2026, 2, 1);
  const packed = await HTTP_KINDS[kind].pack([exported], { target, secrets, nowMs });
  if (!('request' in packed)) throw new Error('not packed');
  const { url, body } = packed.request;
  return { url, body };
};

describe('a checkpoint for each kind of destination', () => {
  // Shared signals carry no checkpoints: see is-sent-to.ts.
  for (const kind of DESTINATION_KINDS.filter((one) => one !== 'ssf_push'))
    it(`is sent to ${kind} in its own form, as in the golden file`, async () => {
      const file = fileURLToPath(new URL(`./testing/golden/checkpoint-${kind}.json`, import.meta.url));
      const sent = await sentTo(kind);
      if (process.env.GOVGATE_WRITE_GOLDEN === 'true')
        writeFileSync(file, `${JSON.stringify(sent, null, 2)}\n`);
      const golden: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
      expect(sent, 'the golden file, which GOVGATE_WRITE_GOLDEN=true writes').to.deep.equal(golden);
      expect(JSON.stringify(sent))
        .to.include('BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU')
        .and.not.include(TOKEN);
    });
});
