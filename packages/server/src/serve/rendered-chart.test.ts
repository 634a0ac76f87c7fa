import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { loadAll } from 'js-yaml';

const CHART = fileURLToPath(new URL('../../../../deploy/helm/govgate', import.meta.url));

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes, compared in parts
  readonly spec?: any;
}

const helm = (...args: readonly string[]) => spawnSync('helm', args, { encoding: 'utf8' });

const isHere = helm('version').error === undefined;
if (!isHere)
  console.log('    (helm is not here: `npm run chart` builds it; what it renders is not part of this run)');

(isHere ? describe : () => undefined)('the Helm chart, as helm renders it', () => {
  const render = (...args: readonly string[]): readonly Rendered[] => {
    const reported = helm('template', 'gov', CHART, ...args);
    expect(reported.status, reported.stderr).to.equal(0);
    return (loadAll(reported.stdout) as (Rendered | null)[]).filter((one) => one !== null);
  };
  const renderFile = (name: string, ...args: readonly string[]) =>
    render('--values', `${CHART}/ci/${name}-values.yaml`, ...args);
  const named = (objects: readonly Rendered[]): string[] =>
    objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`).sort();
  const podOf = (objects: readonly Rendered[], name = 'gov-api') =>
    objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)?.spec.template.spec;
  const envOf = (objects: readonly Rendered[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      podOf(objects).containers[0].env.map(({ name, value, valueFrom }: Record<string, string>) => [
        name,
        value ?? valueFrom,
      ]),
    );
  const SERVICES = ['Service gov', 'Service gov-metrics'];

  it('passes helm lint with every file of values', () => {
    const files = readdirSync(`${CHART}/ci`).map((file) => ['--values', `${CHART}/ci/${file}`]);
    expect(files.length).to.equal(3);
    for (const args of [[], ...files]) {
      const lint = helm('lint', '--strict', CHART, ...args);
      expect(lint.status, lint.stdout + lint.stderr).to.equal(0);
    }
  });

  it('makes an API over a volume of its own, which is writable for a group', () => {
    const objects = render();
    expect(named(objects)).to.deep.equal([
      'Deployment gov-api',
      'PersistentVolumeClaim gov-data',
      ...SERVICES,
    ]);
    expect(podOf(objects).securityContext).to.deep.equal({
      fsGroup: 1000,
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });

  it('makes an Ingress, and writes whole numbers as they were given', () => {
    const objects = renderFile('plain');
    expect(named(objects)).to.deep.equal([
      'Deployment gov-api',
      'Ingress gov',
      'PersistentVolumeClaim gov-data',
      ...SERVICES,
    ]);
    expect(envOf(objects)).to.include({ GOVGATE_RATE_EVALUATIONS_PER_MINUTE: '1000000' });
    const many = render('--set', 'settings.GOVGATE_RATE_READS_PER_MINUTE=1000000');
    expect(envOf(many)).to.include({ GOVGATE_RATE_READS_PER_MINUTE: '1000000' });
  });

  it('opens the port for checks over gRPC where one is named', () => {
    const portsOf = (objects: readonly Rendered[]) => [
      podOf(objects).containers[0].ports.map(({ name }: Record<string, string>) => name),
      objects
        .find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'gov')
        ?.spec.ports.map(({ port }: Record<string, number>) => port),
    ];
    expect(portsOf(render())).to.deep.equal([['http', 'metrics'], [8080]]);
    const named = render('--set', 'extAuthz.port=9091');
    expect(portsOf(named)).to.deep.equal([
      ['http', 'ext-authz', 'metrics'],
      [8080, 9091],
    ]);
    expect(envOf(named)).to.include({ GOVGATE_EXT_AUTHZ_PORT: '9091' });
  });

  it('names no user and no group where OpenShift chooses them', () => {
    const chosen = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
    const detected = render('--api-versions', 'security.openshift.io/v1');
    for (const objects of [renderFile('openshift'), detected])
      expect(podOf(objects).securityContext).to.deep.equal(chosen);
    const pod = podOf(renderFile('openshift'));
    expect([pod.serviceAccountName, pod.imagePullSecrets]).to.deep.equal(['gov', [{ name: 'registry' }]]);
  });

  it('gives every process the secrets, certificates and files that a cluster has', () => {
    const objects = renderFile('private-ca');
    expect(named(objects)).to.deep.equal([
      'Deployment gov-api',
      'Deployment gov-worker',
      'PodDisruptionBudget gov-api',
      'PodDisruptionBudget gov-worker',
      ...SERVICES,
      'ServiceMonitor gov',
    ]);
    expect(envOf(objects)).to.deep.include({
      GOVGATE_KEYS_FILE: '/run/govgate/keys/server-keys.json',
      GOVGATE_SECRETS_DIR: '/run/govgate/secrets',
      GOVGATE_JWT_JWKS: '/run/govgate/jwks/jwks.json',
      GOVGATE_CHECKPOINT_FILE: '/run/govgate/checkpoints/checkpoints.ndjson',
      NODE_EXTRA_CA_CERTS: '/run/govgate/ca/ca.crt',
      SANDBOX_URL: { secretKeyRef: { name: 'sandbox', key: 'url' } },
    });
    const [{ volumeMounts }] = podOf(objects, 'gov-worker').containers;
    expect(volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).to.deep.equal([
      '/run/govgate/keys',
      '/run/govgate/secrets/acme/production',
      '/run/govgate/secrets/acme/staging',
      '/run/govgate/ca',
      '/run/govgate/jwks',
      '/run/govgate/checkpoints',
      '/tmp',
    ]);
  });

  it('waits before it stops a pod, and gives it the time that draining takes', () => {
    const pod = podOf(render('--set', 'api.drainSeconds=20'));
    expect([pod.terminationGracePeriodSeconds, pod.containers[0].lifecycle]).to.deep.equal([
      80,
      { preStop: { exec: { command: ['sleep', '20'] } } },
    ]);
    expect(podOf(render('--set', 'api.drainSeconds=0')).containers[0].lifecycle).to.equal(undefined);
  });

  it('lets no Service of its namespace set what looks like a setting', () => {
    expect(podOf(render()).enableServiceLinks).to.equal(false);
  });

  it('refuses what cannot work', () => {
    const refused = [
      'api.replicas=2',
      'secrets.redisUrl.name=govgate',
      'secrets.mongoUrl.name=govgate',
      'replicas=2',
      'settings.GOVGATE_BOOTSTRAP_TENANT=83',
      'settings.GOVGATE_DRAIN_SECONDS=3',
      'jwks.configMap=keys,settings.GOVGATE_JWT_JWKS=https://sso.example.com/keys',
    ].map((set) => [set, helm('template', 'gov', CHART, '--set', set).status !== 0]);
    expect(refused).to.deep.equal(refused.map(([set]) => [set, true]));
  });
});
