import { testPolicyText } from '@govgate/application';
import { validateManifest } from '@govgate/domain';
import { load } from 'js-yaml';
import { policySchemaProblem } from './policy-schema-problem.js';

/**
 * What is wrong with a document that a page shows, or undefined. Every one must be one; a policy must also pass the product's own
 * validation, its own tests and the schema that editors check it with.
 */
export const documentProblem = (text: string, language: 'yaml' | 'json'): string | undefined => {
  let document: unknown;
  try {
    document = language === 'yaml' ? load(text) : JSON.parse(text);
  } catch (fault) {
    return `it cannot be read: ${fault instanceof Error ? fault.message : fault}`;
  }
  const manifest = manifestOf(document);
  if (manifest === undefined) return undefined;
  return policySchemaProblem(manifest) ?? policyProblem(manifest, text, language);
};

const manifestOf = (document: unknown): unknown => {
  if (typeof document !== 'object' || document === null) return undefined;
  if ('manifest_version' in document) return document;
  return 'body' in document ? manifestOf(document.body) : undefined;
};

const policyProblem = (manifest: unknown, text: string, format: 'yaml' | 'json'): string | undefined => {
  const findings = validateManifest(manifest);
  if (findings.length > 0) return `the product refuses it: ${JSON.stringify(findings)}`;
  const report = testPolicyText({ text, format });
  if (report.kind === 'invalid') return `the product refuses its tests: ${JSON.stringify(report)}`;
  if (report.kind === 'no_tests') return undefined;
  return report.run.failed > 0 ? `its tests fail: ${JSON.stringify(report.run.failures)}` : undefined;
};
