export { type GovgateApp, type GovgateOptions, govgateApp } from './govgate-app.js';
