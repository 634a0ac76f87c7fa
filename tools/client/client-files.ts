import { openApiDocument } from '@govgate/adapter-http';
import type { GeneratedPage } from '../docs/page.js';
import { generateMethods } from './generate-methods.js';
import { generateOperations } from './generate-operations.js';
import { generateTypes } from './generate-types.js';
import type { OpenApiDocument } from './openapi-document.js';

const told = (): OpenApiDocument => openApiDocument() as unknown as OpenApiDocument;

/** What of @govgate/client is made of the OpenAPI document. */
export const CLIENT_FILES: readonly GeneratedPage[] = [
  { file: 'types.gen.ts', generate: () => generateTypes(told()) },
  { file: 'methods.gen.ts', generate: () => generateMethods(told()) },
  { file: 'operations.gen.ts', generate: () => generateOperations(told()) },
];
