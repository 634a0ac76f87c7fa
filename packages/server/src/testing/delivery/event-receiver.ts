import { type Recorder, startRecorder } from '../../../../../tools/test-services/receivers/http-recorder.js';

/** An event as a webhook got it. */
export interface ReceivedEvent {
  readonly webhookId: string;
  readonly id: string;
  readonly sequence: number;
  readonly tenantId: string;
}

/** Our own webhook, which keeps what it got, in order. */
export interface EventReceiver extends Recorder {
  readonly received: readonly ReceivedEvent[];
  /** The notes of the checkpoints among them, where the destination gets the plain form. */
  readonly notes: readonly string[];
  /** Every sequence in the order of first arrival. */
  firsts(): number[];
}

/** Starts one at an address that is a secret. */
export const startEventReceiver = async (): Promise<EventReceiver> => {
  const received: ReceivedEvent[] = [];
  const notes: string[] = [];
  const recorder = await startRecorder(({ headers, body }, response) => {
    const { type, data, id, sequence, tenantid: tenantId } = JSON.parse(body);
    response.writeHead(204).end();
    // A checkpoint is not an event: it has the sequence of the last one that it covers.
    if (type === 'audit.checkpoint_signed') notes.push(data.note);
    else
      received.push({ webhookId: String(headers['webhook-id']), id, sequence: Number(sequence), tenantId });
  });
  const firsts = (): number[] => [...new Set(received.map(({ sequence }) => sequence))];
  return { ...recorder, url: `${recorder.url}/in/example-secret-path`, received, notes, firsts };
};
