import {
  Button,
  FormSelect,
  FormSelectOption,
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
} from '@patternfly/react-core';
import { Text } from '../parts/text.js';
import { ROOT } from '../place.js';
import { route, useAddress } from '../state/address.js';
import { queryText, useApi } from '../state/api.js';
import { signOut } from '../state/sign-in.js';
import { nextTheme, useTheme } from '../state/theme.js';
import { texts } from '../texts.js';
import type { Navigation } from './use-navigation.js';

/** The tenant and environment of a page, and who is signed in. */
export const Head = ({ navigation }: { readonly navigation: Navigation }) => {
  const { me, href } = useApi();
  const theme = useTheme();
  return (
    <Masthead>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton
            isHamburgerButton
            aria-label={texts.toggleNavigation}
            isSidebarOpen={navigation.isOpen}
            onSidebarToggle={navigation.toggle}
          />
        </MastheadToggle>
        <MastheadBrand>
          <a className="brand" href={href('')}>
            govgate
          </a>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <div className="head">
          <Scope />
          <span className="who">
            <Text of={me.display_name} />
          </span>
          <Button variant="plain" onClick={nextTheme}>
            {texts.theme[theme]}
          </Button>
          <Button variant="link" onClick={signOut}>
            {texts.signOut}
          </Button>
        </div>
      </MastheadContent>
    </Masthead>
  );
};

const Scope = () => {
  const { me, environment } = useApi();
  const { path } = useAddress();
  // The tenant is the token's: there is no other to choose. Filters and cursors belong to the environment they were made in.
  const choose = (next: string): void =>
    route((ROOT.startsWith(path) ? ROOT : path) + queryText({ environment: next }));
  return (
    <span className="scope">
      <span className="quiet">{texts.tenant}</span>
      <strong data-tenant>
        <Text of={me.tenant_id} />
      </strong>
      <label className="quiet" htmlFor="environment">
        {texts.environment}
      </label>
      <FormSelect
        id="environment"
        value={environment}
        aria-keyshortcuts="e"
        onChange={(_, next) => choose(next)}
      >
        {[...new Set([environment, ...me.environment_ids])].map((one) => (
          <FormSelectOption key={one} value={one} label={one} />
        ))}
      </FormSelect>
    </span>
  );
};
