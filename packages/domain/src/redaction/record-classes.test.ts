import { expect } from 'chai';
import { domainExports } from '../testing/domain-modules.js';

const tables = (await domainExports())
  .filter(([name]) => name.endsWith('Classes') && name !== 'defineClasses')
  .map(([name, classes]) => [name, Object.entries(classes as Record<string, string>)] as const);

const namesOf = (kind: string): string[] =>
  tables.flatMap(([name, fields]) =>
    fields.filter(([, fieldClass]) => fieldClass === kind).map(([field]) => `${name}.${field}`),
  );

const REVEALING = /secret|key|hash|password|token|endpoint|destination|url|probe|text/i;

describe('the classes of the records', () => {
  it('exist for every record, with only the three classes', () => {
    expect(tables.length).to.be.greaterThan(15);
    const known = ['public', 'handle', 'secret'].flatMap(namesOf);
    expect(known.length).to.equal(tables.reduce((sum, [, fields]) => sum + fields.length, 0));
  });

  it('classify as secret what nobody may read back', () => {
    expect(namesOf('secret').sort()).to.deep.equal([
      'apiTokenClasses.secretHash',
      'dataPlaneClasses.readinessProbeRef',
      'destinationClasses.endpointSecretRef',
      'destinationClasses.signingKeyRef',
      'destinationClasses.tokenSecretRef',
      'mcpServerClasses.readCredential',
    ]);
  });

  it('classify nothing that sounds like a secret as public, except kinds, ids and hashes of readable data', () => {
    const sounding = namesOf('public').filter((name) => REVEALING.test(name.split('.')[1] ?? ''));
    expect(sounding.sort(), 'public fields: is one of them a secret? If none is, add it here').to.deep.equal([
      'callApprovalClasses.contextDigest',
      'credentialBindingClasses.secretStoreType',
      'deadLetterClasses.destinationId',
      'deliveryTestClasses.destinationId',
      'destinationClasses.destinationId',
      'destinationObservationClasses.destinationId',
      'exportDeliveryClasses.destinationId',
      'exportLaneClasses.destinationId',
      'exportReplayClasses.destinationId',
      'mcpSubmissionClasses.manifestHash',
      'policyVersionClasses.manifestHash',
      'policyVersionClasses.submittedText',
      'trailSegmentClasses.headHash',
      'trailSegmentClasses.rootHash',
    ]);
  });
});
