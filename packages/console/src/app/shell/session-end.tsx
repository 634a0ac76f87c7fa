import { Alert, AlertGroup } from '@patternfly/react-core';
import { useSessionEnd } from '../state/session.js';
import { texts } from '../texts.js';

/** Warns, over whatever is open, that the session ends soon. */
export const SessionEnd = () => {
  const endsAt = useSessionEnd();
  return (
    <AlertGroup isToast isLiveRegion aria-label={texts.session.title}>
      {endsAt !== undefined && (
        <Alert
          variant="warning"
          component="p"
          title={texts.session.endsAt(new Date(endsAt).toLocaleTimeString())}
        >
          {texts.session.whatStays}
        </Alert>
      )}
    </AlertGroup>
  );
};
