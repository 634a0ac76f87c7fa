import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { expect } from 'chai';
import { RESOURCE_SCHEMAS } from './as-code/resource-schemas.js';

const CONSOLE = fileURLToPath(new URL('../../console/src/app/', import.meta.url));

const consoleText = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(CONSOLE, name), 'utf8'))
  .join('\n');

/** Changes of a record that the console does not offer, each with its reason. */
const NOT_IN_CONSOLE: Readonly<Record<string, string>> = {
  configureEnvironment: 'environments are configured over the API',
  recordAppliedSet: 'govgate apply records what it did',
  replacePolicyTests: 'tests of a policy are kept with its files',
  reportHeartbeat: 'data planes report themselves',
  reportSession: 'gateways report sessions',
  submitMcpManifest: 'the console has manifests read, or registers them',
  updateGroup: 'groups are renamed over the API',
  useApproval: 'gateways use what was approved',
};

const isChange = ({ method, audited }: Operation): boolean =>
  method !== 'get' && audited?.idParam !== undefined;

/** The operations that write a kind of resource from files. */
const WRITTEN_BY: Readonly<Record<keyof typeof RESOURCE_SCHEMAS, readonly string[]>> = {
  environment: ['createEnvironment'],
  user: ['createUser', 'updateUser'],
  service_account: ['createServiceAccount', 'updateServiceAccount'],
  group: ['createGroup', 'updateGroup'],
  role_binding: ['createRoleBinding'],
  policy: ['createPolicy', 'updatePolicy'],
  client_surface: ['createClientSurface', 'updateClientSurface'],
  agent: ['registerAgent'],
};

// What a change is made for is no field of the record.
const OF_THE_CALL = ['reason', 'reason_code', 'reasonCode'];

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { readonly entries?: object } | undefined)?.entries ?? {});

const bodyOf = (id: string): string[] => {
  const operation = allOperations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return fieldsOf(operation.body);
};

describe('nothing is forgotten', () => {
  it('in the console: it offers every change of a record, or a reason says why not', () => {
    const missing = allOperations
      .filter(isChange)
      .map(({ id }) => id)
      .filter((id) => !new RegExp(`\\.${id}\\b`).test(consoleText));
    expect(missing.sort()).to.deep.equal(Object.keys(NOT_IN_CONSOLE));
  });

  for (const [kind, operations] of Object.entries(WRITTEN_BY)) {
    it(`in files: they decide every field of a ${kind} that the API takes`, () => {
      const decided = [...fieldsOf(RESOURCE_SCHEMAS[kind as keyof typeof RESOURCE_SCHEMAS]), ...OF_THE_CALL];
      expect(operations.flatMap(bodyOf).filter((field) => !decided.includes(field))).to.deep.equal([]);
    });
  }
});
