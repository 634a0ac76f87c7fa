import { useLocation } from 'preact-iso/router';
import { Text } from '../parts/text.js';
import { ROOT } from '../place.js';
import { queryText, useApi } from '../state/api.js';
import { signOut } from '../state/sign-in.js';
import { nextTheme, theme } from '../state/theme.js';
import { texts } from '../texts.js';

/** The tenant and environment of a page, and who is signed in. */
export const Head = () => {
  const { me, environment, href } = useApi();
  const { path, route } = useLocation();
  // The tenant is the token's: there is no other to choose. Filters and cursors belong to the environment they were made in.
  const choose = (next: string): void =>
    route((ROOT.startsWith(path) ? ROOT : path) + queryText({ environment: next }));
  return (
    <header>
      <a class="brand" href={href('')}>
        govgate
      </a>
      <dl class="scope">
        <dt>{texts.tenant}</dt>
        <dd data-tenant>
          <Text of={me.tenant_id} />
        </dd>
        <dt>
          <label for="environment">{texts.environment}</label>
        </dt>
        <dd>
          <select
            id="environment"
            value={environment}
            aria-keyshortcuts="e"
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            {[...new Set([environment, ...me.environment_ids])].map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </dd>
      </dl>
      <p class="who">
        <Text of={me.display_name} />
      </p>
      <button type="button" onClick={nextTheme}>
        {texts.theme[theme.value]}
      </button>
      <button type="button" onClick={() => signOut()}>
        {texts.signOut}
      </button>
    </header>
  );
};
