import { fileURLToPath } from 'node:url';

const SETTER = fileURLToPath(new URL('./optimize-late.cjs', import.meta.url));

/**
 * For Node processes that compete for cores: V8 optimizes a function only when it has run eight times longer than usual. Thousands of
 * processes live for seconds, and what they save by optimized code is less than it costs to make. Not for what measures.
 */
export const optimizingLate = (): { readonly NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require=${JSON.stringify(SETTER)}`.trim(),
});
