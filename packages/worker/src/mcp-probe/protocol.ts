/** The first revision without a handshake; so far the only one of its era. */
export const MODERN_VERSION = '2026-07-28';

/** The revision requested by the older handshake. */
export const LEGACY_VERSION = '2025-11-25';

/** Revisions the older handshake may settle on. */
export const LEGACY_VERSIONS: readonly string[] = [
  LEGACY_VERSION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** Revisions that gateways speak as well: a server is read by each, in this order. */
export const READ_VERSIONS: readonly string[] = [MODERN_VERSION, LEGACY_VERSION, '2025-06-18', '2025-03-26'];

/** Whom a server takes the reader for. */
export interface ClientIdentity {
  readonly userAgent: string;
  readonly name: string;
  readonly version: string;
}

/** The reader by default: a client like others, so that a server cannot tell it from them. */
export const USUAL_CLIENT: ClientIdentity = { userAgent: 'node', name: 'mcp-client', version: '1.0.0' };

/** Another client, for a second reading. */
export const OTHER_CLIENT: ClientIdentity = {
  userAgent: 'python-httpx/0.28.1',
  name: 'mcp',
  version: '0.1.0',
};

export const clientInfoOf = ({ name, version }: ClientIdentity) => ({ name, version });

/** What every request of the modern era carries. */
export const modernMeta = (client: ClientIdentity) => ({
  'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
  'io.modelcontextprotocol/clientInfo': clientInfoOf(client),
  'io.modelcontextprotocol/clientCapabilities': {},
});

export const VERSION_HEADER = 'mcp-protocol-version';
export const SESSION_HEADER = 'mcp-session-id';
export const METHOD_HEADER = 'mcp-method';
