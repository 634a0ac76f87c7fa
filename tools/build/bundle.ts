/** What `npm run build` makes of the compiled packages: `npm run bundle`. */
import './bundle-server.js';
import './bundle-commonjs.js';
import './bundle-console.js';
