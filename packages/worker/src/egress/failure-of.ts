import type { EgressFailure } from './egress.js';

/** Aborts a call with a known failure. It never leaves the guard. */
export class EgressStop extends Error {
  override readonly name = 'EgressStop';

  constructor(readonly failure: EgressFailure) {
    super(failure);
  }
}

const BY_CODE: Readonly<Record<string, EgressFailure>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ENOTFOUND: 'dns_error',
  ENODATA: 'dns_error',
  EPROTO: 'tls_error',
  UND_ERR_HEADERS_OVERFLOW: 'answer_invalid',
};

const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)|SELF_SIGNED/;

/** The meaning of a network error. Its text is never read, so it cannot leak. */
export const failureOf = (error: unknown): EgressFailure => {
  if (error instanceof EgressStop) return error.failure;
  const code = codeOf(error);
  if (code.startsWith('EAI_')) return 'dns_error';
  // Undici omits the code from some of its parser errors.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'answer_invalid';
  return BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls_error' : 'network_error');
};

const OTHER_ADDRESS_MAY_DO = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether trying the name's next address makes sense after a failed connection. */
export const mayTryNextAddress = (error: unknown): boolean => OTHER_ADDRESS_MAY_DO.has(codeOf(error));

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};
