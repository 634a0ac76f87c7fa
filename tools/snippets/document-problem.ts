import { testPolicyText } from '@govgate/application';
import { validateManifest } from '@govgate/domain';
import { loadAll } from 'js-yaml';
import { policySchemaProblem } from './policy-schema-problem.js';

/**
 * What is wrong with a document that a page shows, or undefined. Every one must be one; a policy must also pass the product's own
 * validation, its own tests and the schema that editors check it with.
 */
export const documentProblem = (text: string, language: 'yaml' | 'json'): string | undefined => {
  let documents: readonly unknown[];
  try {
    documents = language === 'yaml' ? loadAll(text) : [JSON.parse(text)];
  } catch (fault) {
    return `it cannot be read: ${fault instanceof Error ? fault.message : fault}`;
  }
  for (const document of documents) {
    const manifest = manifestOf(document);
    const problem =
      manifest === undefined
        ? undefined
        : (policySchemaProblem(manifest) ??
          policyProblem(manifest, documents.length === 1 ? text : undefined, language));
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const manifestOf = (document: unknown): unknown => {
  if (typeof document !== 'object' || document === null) return undefined;
  if ('manifest_version' in document) return document;
  return 'body' in document ? manifestOf(document.body) : undefined;
};

// Tests of a policy stand in a text of their own, with no other document.
const policyProblem = (
  manifest: unknown,
  text: string | undefined,
  format: 'yaml' | 'json',
): string | undefined => {
  const findings = validateManifest(manifest);
  if (findings.length > 0) return `the product refuses it: ${JSON.stringify(findings)}`;
  if (text === undefined) return undefined;
  const report = testPolicyText({ text, format });
  if (report.kind === 'invalid') return `the product refuses its tests: ${JSON.stringify(report)}`;
  if (report.kind === 'no_tests') return undefined;
  return report.run.failed > 0 ? `its tests fail: ${JSON.stringify(report.run.failures)}` : undefined;
};
