import { createRoot } from 'react-dom/client';
import { pageAt } from './pages/page-at.js';
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
// Loaded while it is asked who is signed in. If that fails, the page itself says so.
pageAt(location.pathname)
  ?.page.load()
  .catch(() => undefined);
createRoot(root).render(<App />);
