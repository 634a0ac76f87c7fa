export { resourceSchemaText } from './as-code/resource-schema-text.js';
export { makeProgram } from './commands/program.js';
export { type GovgateApp, type GovgateOptions, govgateApp } from './govgate-app.js';
