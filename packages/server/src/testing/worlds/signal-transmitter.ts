import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerJson,
  type Recorder,
  startRecorder,
} from '../../../../../tools/test-services/receivers/http-recorder.js';
import { REACHES_LOOPBACK } from '../test-service.js';

const TOKEN = 'example-signals-token';

/** What a request of a receiver acknowledges and reports. */
export interface ReceivedPoll {
  readonly ack: readonly string[];
  readonly setErrs: Readonly<Record<string, { readonly err: string }>>;
}

/** A transmitter of RFC 8936 on loopback that keeps each token until it is settled, and can go down and come back. */
export interface TestTransmitter extends Recorder {
  /** Settings of a service that polls it for the signals of the issuer that it names. */
  readonly settings: Readonly<Record<string, string>>;
  /** Tokens by their ids. */
  readonly waiting: Map<string, string>;
  readonly polls: readonly ReceivedPoll[];
  /** Whether what a request settles is forgotten, as where the process died before. */
  loses: (poll: ReceivedPoll) => boolean | Promise<boolean>;
  /** Hands out a token until it is settled; returns its id. */
  add(token: string): string;
  dispose(): Promise<void>;
}

/** Starts one. */
export const startTestTransmitter = async (): Promise<TestTransmitter> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-transmitter-'));
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, `${TOKEN}\n`);
  const waiting = new Map<string, string>();
  const polls: ReceivedPoll[] = [];
  const recorder = await startRecorder(async ({ method, headers, body }, response) => {
    if (method !== 'POST' || headers.authorization !== `Bearer ${TOKEN}`)
      return void response.writeHead(401).end();
    const poll = JSON.parse(body);
    polls.push(poll);
    if (await transmitter.loses(poll)) return void response.destroy();
    for (const jti of [...poll.ack, ...Object.keys(poll.setErrs)]) waiting.delete(jti);
    const sets = [...waiting].slice(0, poll.maxEvents);
    answerJson(response, 200, { sets: Object.fromEntries(sets), moreAvailable: waiting.size > sets.length });
  });
  const transmitter: TestTransmitter = {
    ...recorder,
    settings: {
      GOVGATE_JWT_SIGNALS_URL: `${recorder.url}/poll`,
      GOVGATE_JWT_SIGNALS_TOKEN_FILE: tokenFile,
      ...REACHES_LOOPBACK,
    },
    waiting,
    polls,
    loses: () => false,
    add: (token) => {
      const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      waiting.set(jti, token);
      return jti;
    },
    dispose: async () => {
      await recorder.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return transmitter;
};
