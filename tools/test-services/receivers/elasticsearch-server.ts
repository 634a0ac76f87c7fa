import { execFile } from 'node:child_process';
import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../find-program.js';
import { LocalService, serviceFolder } from '../local-service.js';
import { freeLoopbackPort } from '../loopback-port.js';

const VERSION = '7.17.9';
const ARTIFACT = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`;
const ZIP = join(
  homedir(),
  `.m2/repository/org/elasticsearch/distribution/integ-test-zip/elasticsearch/${VERSION}/elasticsearch-${VERSION}.zip`,
);
/** It refuses to run as root. */
const NOBODY = 65_534;

const run = promisify(execFile);

/**
 * A real Elasticsearch from Maven Central, with `_bulk`, mappings and conflicts, and without the module for data streams:
 * `create` goes into a plain index. Needs Java 17, Maven and unzip; undefined where one is missing.
 */
export const startElasticsearchServer = async (): Promise<LocalService | undefined> => {
  if (['java', 'mvn', 'unzip', 'setpriv', 'chown'].some((program) => findProgram(program) === undefined))
    return undefined;
  if (!existsSync(ZIP))
    await run('mvn', ['-q', '-B', 'dependency:get', `-Dartifact=${ARTIFACT}`, '-Dtransitive=false']);
  const folder = await serviceFolder('elasticsearch');
  await run('unzip', ['-q', ZIP, '-d', folder]);
  await rename(join(folder, `elasticsearch-${VERSION}`), join(folder, 'server'));
  const port = await freeLoopbackPort();
  const settings = [
    'discovery.type: single-node',
    'network.host: 127.0.0.1',
    `http.port: ${port}`,
    `transport.port: ${await freeLoopbackPort()}`,
    'xpack.security.enabled: false',
  ];
  writeFileSync(join(folder, 'server/config/elasticsearch.yml'), `${settings.join('\n')}\n`);
  await run('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
  chownSync(folder, NOBODY, NOBODY);
  return LocalService.start({
    name: 'elasticsearch',
    url: `http://127.0.0.1:${port}`,
    command: 'setpriv',
    args: [
      '--reuid',
      String(NOBODY),
      '--regid',
      String(NOBODY),
      '--clear-groups',
      join(folder, 'server/bin/elasticsearch'),
    ],
    env: { ES_JAVA_HOME: await javaHome(), ES_JAVA_OPTS: '-Xms512m -Xmx512m' },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/`)).ok,
    probeEveryMs: 500,
    readyWithinMs: 120_000,
    folder,
  });
};

const javaHome = async (): Promise<string> => {
  const { stderr, stdout } = await run('java', ['-XshowSettings:properties', '-version']);
  return /java\.home = (.+)/.exec(stderr + stdout)?.[1]?.trim() ?? '';
};
