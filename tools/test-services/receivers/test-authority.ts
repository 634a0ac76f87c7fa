import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface TestAuthority {
  /** The authority's own certificate. */
  readonly authorities: string;
  /** A certificate for the names, signed by the authority. */
  readonly issue: (...names: string[]) => TestCertificate;
  readonly selfSigned: (name: string) => TestCertificate;
  readonly remove: () => void;
}

/** A certificate authority that lives for one test run, made with the `openssl` program; undefined where there is none. */
export const makeTestAuthority = (): TestAuthority | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-test-ca-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { stdio: 'ignore', cwd: folder });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const read = (name: string): TestCertificate => ({
    key: readFileSync(at(`${name}.key`), 'utf8'),
    cert: readFileSync(at(`${name}.pem`), 'utf8'),
  });
  const root = (name: string, subject: string, ...extra: string[]): void =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      subject,
      ...extra,
    );
  try {
    root('ca', '/CN=govgate test authority');
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  let issued = 0;
  const next = (): string => {
    issued += 1;
    return `leaf${issued}`;
  };
  return {
    authorities: readFileSync(at('ca.pem'), 'utf8'),
    issue: (...names) => {
      const leaf = next();
      writeFileSync(at(`${leaf}.ext`), `subjectAltName=${names.join(',')}\n`);
      openssl(
        'req',
        ...newKey.slice(0, -2),
        '-keyout',
        `${leaf}.key`,
        '-out',
        `${leaf}.csr`,
        '-subj',
        '/CN=test',
      );
      openssl(
        ...['x509', '-req', '-in', `${leaf}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
        ...['-days', '2', '-extfile', `${leaf}.ext`, '-out', `${leaf}.pem`],
      );
      return read(leaf);
    },
    selfSigned: (name) => {
      const leaf = next();
      root(leaf, '/CN=test', '-addext', `subjectAltName=${name}`);
      return read(leaf);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};
