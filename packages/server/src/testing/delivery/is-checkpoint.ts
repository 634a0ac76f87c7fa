import type { IncomingMessage } from 'node:http';

/** Whether a webhook brings a checkpoint of the trail: those travel to every destination, in their own time. */
export const isCheckpoint = ({ headers }: IncomingMessage): boolean =>
  String(headers['webhook-id']).startsWith('cpt_');
