import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, PROD_SCOPE, refusalOf, START } from '../testing/use-case-bench.js';
import { makeListDestinations } from './list-destinations.js';
import { CANARIES, DestinationBench } from './testing/destination-bench.js';

const RAW = [
  'https://hooks.example/T0/B0/x',
  'dstref_https://hooks.example',
  'hooks.example.com',
  'splunk.example:8088',
  'Bearer abcdefgh',
  'ghp_0123456789abcdef0123',
];

describe('handles of a destination', () => {
  it('are opaque: anything that looks like an endpoint or a token is refused and not repeated', async () => {
    const bench = await DestinationBench.make();
    for (const raw of RAW) {
      expect(refusalOf(await bench.calls.create({ destinationRef: raw })), raw).to.equal(
        'raw_endpoint_material_rejected destination_ref',
      );
      expect(refusalOf(await bench.calls.create({ endpointRef: raw })), raw).to.equal(
        'raw_endpoint_material_rejected endpoint_ref',
      );
    }
    expect(refusalOf(await bench.calls.create({ endpointRef: 'short' }))).to.equal(
      'invalid_request endpoint_ref',
    );
    expect(refusalOf(await bench.calls.create({ endpointRef: 'dstref_security-lake' }))).to.equal(
      'invalid_request endpoint_ref',
    );
    answerOf(await bench.calls.create());
    for (const raw of RAW)
      expect(refusalOf(await bench.calls.update({ endpointRef: raw }))).to.equal(
        'raw_endpoint_material_rejected endpoint_ref',
      );
    expect(await bench.bench.events()).to.deep.equal(['siem_webhook.created']);
  });
});

describe('a destination of shared signals', () => {
  it('is refused where nothing can sign them', async () => {
    const bench = await DestinationBench.make();
    expect(refusalOf(await bench.calls.create({ kind: 'ssf_push' }))).to.equal('invalid_request kind');
    expect(await bench.bench.events()).to.deep.equal([]);
  });
});

describe('references of a destination', () => {
  it('are checked only for their form', async () => {
    const bench = await DestinationBench.make();
    for (const [name, field] of [
      ['endpointSecretRef', 'endpoint_secret_ref'],
      ['tokenSecretRef', 'token_secret_ref'],
      ['signingKeyRef', 'signing_key_ref'],
    ] as const)
      for (const text of [
        'file:/etc/shadow',
        'file:../other/production/token',
        'https://hooks.example/T0',
        'example-token-in-clear',
      ])
        expect(refusalOf(await bench.calls.create({ [name]: text })), text).to.equal(
          `invalid_request ${field}`,
        );
  });

  it('are stored and appear nowhere else', async () => {
    const bench = await DestinationBench.make();
    const answers: unknown[] = [await bench.calls.create(), await bench.calls.read()];
    expect(await bench.stored()).to.deep.include(CANARIES);
    answers.push(
      await bench.calls.update({ tokenSecretRef: 'env:CANARY_OTHER' }),
      await bench.calls.disable(),
      await bench.calls.enable(),
      await bench.calls.create(),
      await bench.calls.update({ tokenSecretRef: 'file:/canary/absolute' }),
      await makeListDestinations(bench.ports)(bench.ada, { scope: PROD_SCOPE, filters: {}, limit: 10 }),
    );
    const said = JSON.stringify(answers) + (await bench.trail());
    expect(said.toLowerCase()).not.to.include('canary');
    expect(said).to.include('tokenSecretRef', 'the trail names what changed');
  });
});

describe('changing a destination', () => {
  it('requires the version that the caller saw', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    expect(refusalOf(await bench.calls.update({}, ''))).to.equal('precondition_required');
    expect(refusalOf(await bench.calls.update({}, '7'))).to.equal('etag_mismatch');
  });

  it('leaves omitted fields unchanged, and removes a reference on null', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create({ auditExportLink: { duplicatesExportJobs: true } }));
    const before = await bench.stored();
    bench.bench.clock.advance(1000);
    const changed = answerOf(
      await bench.calls.update({ signingKeyRef: null, retentionPolicy: { exportFormat: 'cef' } }, '1'),
    );
    expect(changed.tag).to.equal('2');
    expect(await bench.stored()).to.deep.equal({
      ...before,
      signingKeyRef: null,
      retentionPolicy: { metadataRetentionDays: 90, exportFormat: 'cef' },
      updatedAt: '2026-03-01T12:00:01.000Z',
    });
  });

  it('writes nothing where nothing differs', async () => {
    const bench = await DestinationBench.make();
    const created = answerOf(await bench.calls.create());
    expect(answerOf(await bench.calls.update(CANARIES))).to.deep.equal(created);
    expect((await bench.stored())?.updatedAt).to.equal(START);
    expect(await bench.bench.events()).to.deep.equal(['siem_webhook.created']);
  });
});

describe('creating a destination', () => {
  it('happens once', async () => {
    const bench = await DestinationBench.make();
    const results = await Promise.all([bench.calls.create(), bench.calls.create()]);
    expect(results.map(refusalOf).sort()).to.deep.equal(['already_exists destination_id', 'ok']);
  });

  it('is allowed to those who manage destinations', async () => {
    const bench = await DestinationBench.make();
    await bench.bench.grant('bob', 'auditor');
    expect(refusalOf(await bench.calls.create({}, await bench.bench.as('bob')))).to.equal(
      'permission_denied',
    );
    expect(refusalOf(await bench.calls.create({}, await bench.bench.as('eve')))).to.equal('scope_forbidden');
  });
});

describe('the list of destinations', () => {
  it('is ordered by id, limited to the caller’s grants, and filtered by kind and state', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    answerOf(await bench.calls.create({ destinationId: 'dst_desk', kind: 'webhook' }));
    await bench.calls.disable();
    await bench.bench.grant('bob', 'auditor', {
      scopeType: 'resource',
      environmentId: null,
      resourceType: 'siem_webhook',
      resourceId: 'dst_desk',
    });
    await bench.bench.grant('eve', 'viewer', {
      scopeType: 'owner_team',
      environmentId: null,
      ownerTeam: 'payments',
    });
    const list = makeListDestinations(bench.ports);
    const asked = (filters: object, as = bench.ada) => list(as, { scope: PROD_SCOPE, filters, limit: 50 });
    const ids = async (...args: Parameters<typeof asked>) =>
      answerOf(await asked(...args)).items.map(({ destinationId }) => destinationId);
    expect(await ids({})).to.deep.equal(['dst_desk', 'dst_lake']);
    expect(await ids({ kind: 'webhook' })).to.deep.equal(['dst_desk']);
    expect(await ids({ status: 'disabled' })).to.deep.equal(['dst_lake']);
    expect(await ids({}, await bench.bench.as('bob'))).to.deep.equal(['dst_desk']);
    expect(refusalOf(await asked({}, await bench.bench.as('eve')))).to.equal('permission_denied');
    const { items } = answerOf(await asked({ status: 'disabled' }));
    expect(items).to.deep.equal([answerOf(await bench.calls.read())]);
  });
});
