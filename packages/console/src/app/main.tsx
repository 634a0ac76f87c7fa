import { render } from 'preact';
import { App } from './shell/app.js';
import { signInFromPage } from './state/sign-in.js';
import { showTheme } from './state/theme.js';

// Relative as the server wrote it, it would be looked for elsewhere once the address changes.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
if (icon !== null) icon.href = new URL(icon.href).href;
showTheme();
void signInFromPage();
render(<App />, document.body);
