import { render } from 'preact';
import { App } from './shell/app.js';
import { signInFromPage } from './state/sign-in.js';
import { showTheme } from './state/theme.js';

showTheme();
void signInFromPage();
render(<App />, document.body);
