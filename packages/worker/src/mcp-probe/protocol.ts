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

export const CLIENT_INFO = { name: 'govgate', version: '0.1.0' } as const;

/** What every request of the modern era carries. */
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
} as const;

export const VERSION_HEADER = 'mcp-protocol-version';
export const SESSION_HEADER = 'mcp-session-id';
export const METHOD_HEADER = 'mcp-method';
