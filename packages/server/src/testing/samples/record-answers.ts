/**
 * `npm run docs:answers`: calls every operation once, in a world of sample records, and writes down what it answered. The API document
 * and the reference show these answers as examples.
 */
import { writeFileSync } from 'node:fs';
import { allOperations } from '@govgate/adapter-http';
import {
  ANSWERS_FILE,
  keptWhereSame,
  type RecordedAnswer,
  recordedAnswers,
  shortened,
} from '../../../../../tools/reference/recorded-answers.js';
import { MemoryWorlds } from '../worlds/memory-worlds.js';
import { makeWorld, putRecords, TENANT } from '../worlds/world.js';
import { SAMPLE_RECORDS } from './operation-samples.js';
import { sendSample } from './send-sample.js';

const worlds = new MemoryWorlds(async ({ ports }) => {
  const tokens = await makeWorld(ports);
  await putRecords(ports, TENANT, SAMPLE_RECORDS);
  return tokens;
});

const answers: Record<string, RecordedAnswer> = {};
const before = recordedAnswers();
for (const operation of allOperations.filter(({ permission }) => permission !== 'public')) {
  const { service, world: tokens } = await worlds.open();
  const { status, text, headers } = await sendSample(service.call, operation, tokens.admin);
  await service.stop();
  if (status >= 300) throw new Error(`${operation.id}: ${status} ${text}`);
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  const answer = { status, body: isJson ? shortened(JSON.parse(text)) : text.split('\n')[0] };
  answers[operation.id] = keptWhereSame(before[operation.id], answer);
}
writeFileSync(ANSWERS_FILE, `${JSON.stringify(answers, null, 1)}\n`);
console.log(`${Object.keys(answers).length} answers in ${ANSWERS_FILE}`);
