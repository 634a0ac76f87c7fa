import fc from 'fast-check';
import { anyText } from '../../../../../tools/test-values/any-text.js';

/** Texts that callers may send as reasons and that break careless formatting. */
export const HOSTILE_TEXTS: readonly string[] = [
  'two\nlines',
  'carriage\r\nreturn',
  'pipe | in | header',
  'key=value suser=root',
  'end\\',
  '\\=escaped',
  ' suser=root cs1=other-tenant',
  '\n<13>1 2026-01-01T00:00:00Z host app - - - CEF:0|evil|evil|1|x|x|10|',
  '118 <110>1 2026-01-01T00:00:00Z - govgate - - - forged',
  '\u0000null\u0007bell\u001b[2Jescape',
  '\u202Egnp.exe',
  'line\u2028separator\u2029paragraph\u0085next',
  '\uD800lone',
  '{"index":{"_index":"other"}}\n{"forged":true}',
  '</script>"},{"event":"forged"}',
  '𝒶'.repeat(512),
  '='.repeat(1024),
  '€'.repeat(1024),
  '\n'.repeat(1024),
];

/** Any text of up to 1,024 characters, mostly characters used in framing and escapes. */
export const anyReason = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({
    unit: fc.constantFrom('|', '=', '\\', '\n', '\r', ' ', 'a', '"', '\u202E', '\u0000', '€'),
    maxLength: 1024,
  }),
  anyText(500),
);
