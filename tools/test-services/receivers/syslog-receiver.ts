import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalService, serviceFolder } from '../local-service.js';
import { isListening, onFreePort } from '../loopback-port.js';
import { type Unpacked, unpackedDebian } from './unpacked-debian.js';

/** A certificate and who signed it, in PEM. */
export interface ReceiverCertificate {
  readonly key: string;
  readonly cert: string;
  readonly authority: string;
}

/** A real syslog server that takes TLS on a free port of the loopback interface. */
export interface SyslogReceiver {
  readonly port: number;
  /** The messages that it took, as `APP-NAME MSGID MSG`, one a line. */
  messages(): readonly string[];
  service: LocalService;
  dispose(): Promise<void>;
}

/** Starts one with a certificate; undefined where it cannot be had. */
export type StartSyslog = (certificate: ReceiverCertificate) => Promise<SyslogReceiver | undefined>;

interface Plan {
  readonly name: string;
  readonly packages: readonly string[];
  readonly program: string;
  readonly configure: (facts: { folder: string; port: number; root: string }) => string;
  readonly args: (facts: { folder: string; root: string }) => readonly string[];
}

/** Where a program's modules lie, below a folder that is named after the machine or the version. */
const moduleFolder = (root: string, path: (entry: string) => string, inside: string): string => {
  const entries = readdirSync(join(root, inside)).map(path);
  return join(root, inside, entries.find((entry) => existsSync(join(root, inside, entry))) ?? '');
};

const RSYSLOG: Plan = {
  name: 'rsyslog',
  packages: ['rsyslog', 'rsyslog-gnutls'],
  program: 'usr/sbin/rsyslogd',
  configure: ({ folder, port }) => `
global(workDirectory="${folder}" maxMessageSize="64k"
  DefaultNetstreamDriver="gtls"
  DefaultNetstreamDriverCAFile="${folder}/ca.pem"
  DefaultNetstreamDriverCertFile="${folder}/cert.pem"
  DefaultNetstreamDriverKeyFile="${folder}/key.pem")
module(load="imtcp" StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
template(name="told" type="string" string="%app-name% %msgid% %msg%\\n")
input(type="imtcp" port="${port}" address="127.0.0.1")
action(type="omfile" file="${folder}/messages" template="told" asyncWriting="off")
`,
  args: ({ folder, root }) => [
    ...['-n', '-f', `${folder}/receiver.conf`, '-i', `${folder}/receiver.pid`],
    ...['-M', moduleFolder(root, (arch) => `${arch}/rsyslog`, 'usr/lib')],
  ],
};

const SYSLOG_NG: Plan = {
  name: 'syslog-ng',
  packages: ['syslog-ng-core'],
  program: 'usr/sbin/syslog-ng',
  configure: ({ folder, port }) => `
@version: 3.38
options { keep-hostname(yes); log-msg-size(65536); stats-freq(0); };
source t { syslog(ip("127.0.0.1") port(${port}) transport("tls")
  tls(key-file("${folder}/key.pem") cert-file("${folder}/cert.pem") peer-verify(optional-untrusted))); };
destination d { file("${folder}/messages" template("\${PROGRAM} \${MSGID} \${MSG}\\n") flush-lines(1)); };
log { source(t); destination(d); };
`,
  args: ({ folder, root }) => [
    ...['-F', '--no-caps', '-f', `${folder}/receiver.conf`, '-p', `${folder}/receiver.pid`],
    ...[
      '-R',
      `${folder}/persist`,
      '-c',
      `${folder}/control`,
      `--module-path=${moduleFolder(root, (version) => `${version}/.`, 'usr/lib/syslog-ng')}`,
    ],
  ],
};

const start = async (
  plan: Plan,
  { root, env }: Unpacked,
  certificate: ReceiverCertificate,
): Promise<SyslogReceiver> =>
  onFreePort(async (port) => {
    const folder = await serviceFolder(plan.name);
    writeFileSync(join(folder, 'key.pem'), certificate.key, { mode: 0o600 });
    writeFileSync(join(folder, 'cert.pem'), certificate.cert);
    writeFileSync(join(folder, 'ca.pem'), certificate.authority);
    writeFileSync(join(folder, 'receiver.conf'), plan.configure({ folder, port, root }));
    const service = await LocalService.start({
      name: plan.name,
      url: `tls://127.0.0.1:${port}`,
      command: join(root, plan.program),
      args: plan.args({ folder, root }),
      isReady: () => isListening(port),
      env,
      folder,
    });
    const file = join(folder, 'messages');
    return {
      port,
      service,
      messages: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []),
      dispose: () => service.dispose(),
    };
  });

const startable =
  (plan: Plan): StartSyslog =>
  async (certificate) => {
    const unpacked = await unpackedDebian(plan.name, plan.packages);
    return unpacked === undefined ? undefined : start(plan, unpacked, certificate);
  };

/** rsyslog with GnuTLS, from Debian. */
export const startRsyslog = startable(RSYSLOG);
/** syslog-ng with OpenSSL, from Debian. */
export const startSyslogNg = startable(SYSLOG_NG);
