/** What `npm run build` makes of the compiled packages: `npm run bundle`. */
import './bundle-server.js';
import './bundle-domain.js';
import './bundle-console.js';
