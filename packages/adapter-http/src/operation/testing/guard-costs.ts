import { readFileSync } from 'node:fs';
import { tellMicros } from '../../../../../tools/bench/micros-of.js';
import { allOperations } from '../../operations/registry.js';
import { checkBody } from '../body-safety.js';
import { compileProjector } from '../projector.js';
import { validate } from '../validate.js';

// A bench program: the cost of the checks of a call, given a body of createPolicy, one of publishPolicy and a policy's answer.
const [, , policyText = '', publishText = '', answerFile = ''] = process.argv;
const policy = JSON.parse(policyText);
const publish = JSON.parse(publishText);
const answer = JSON.parse(readFileSync(answerFile, 'utf8'));

const schemaOf = (id: string, part: 'body' | 'response') => {
  const schema = allOperations.find((operation) => operation.id === id)?.[part];
  if (schema === undefined) throw new Error(`${id} has no ${part}`);
  return schema;
};
const policySchema = schemaOf('createPolicy', 'body');
const publishSchema = schemaOf('publishPolicy', 'body');
const project = compileProjector(schemaOf('readPolicy', 'response'));

tellMicros({
  'depth, keys and texts of a policy of 2 KB': () => checkBody(policy),
  'depth, keys and texts of a publish': () => checkBody(publish),
  'schema of a policy and search of its texts for credentials': () => validate(policySchema, policy, 'body'),
  'schema of a publish and search of its texts for credentials': () =>
    validate(publishSchema, publish, 'body'),
  'a policy’s answer held to its declared fields': () => project(answer),
});
