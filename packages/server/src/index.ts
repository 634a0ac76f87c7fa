export * from './compose.js';
export * from './serve/start-server.js';
export * from './service.js';
export * from './settings/read-settings.js';
export * from './settings/settings.js';
