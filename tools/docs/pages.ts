import { resourceSchemaText } from '@govgate/server';
import { documentWithAnswers } from '../reference/recorded-answers.js';
import { REFERENCE_FILES } from '../reference/reference-files.js';
import { auditEventTypesPage } from './audit-event-types.js';
import type { GeneratedPage } from './page.js';
import { permissionsPage } from './permissions.js';
import { policySchema } from './policy-schema.js';
import { reasonCodesPage } from './reason-codes.js';
import { stateMachinesPage } from './state-machines.js';

/** The policy's schema, for editors; the console completes by a copy of its own. */
export const POLICY_SCHEMA_PAGE: GeneratedPage = {
  file: 'policy-manifest.schema.json',
  generate: () => `${JSON.stringify(policySchema(), null, 2)}\n`,
};

/** Everything under docs/generated: a new page is one line here. */
export const PAGES: readonly GeneratedPage[] = [
  { file: 'state-machines.md', generate: stateMachinesPage },
  { file: 'permissions.md', generate: permissionsPage },
  { file: 'reason-codes.md', generate: reasonCodesPage },
  { file: 'audit-event-types.md', generate: auditEventTypesPage },
  POLICY_SCHEMA_PAGE,
  ...REFERENCE_FILES,
  { file: 'govgate-resources.schema.json', generate: resourceSchemaText },
  { file: 'openapi.json', generate: () => `${JSON.stringify(documentWithAnswers(), null, 2)}\n` },
];
