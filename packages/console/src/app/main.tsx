import { createRoot } from 'react-dom/client';
import { App } from './shell/app.js';
import { signInFromPage } from './state/sign-in.js';
import { showTheme } from './state/theme.js';

// A relative address from the server would resolve differently once the path changes.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
if (icon !== null) icon.href = new URL(icon.href).href;
const root = document.createElement('div');
root.id = 'root';
document.body.append(root);
showTheme();
void signInFromPage();
createRoot(root).render(<App />);
