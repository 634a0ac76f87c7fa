import { Alert, AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { makeStore } from '../state/store.js';
import { texts } from '../texts.js';
import { AuditLinks } from './audit-links.js';

/** A change that was made. */
interface Toast {
  readonly title: string;
  readonly answer: unknown;
  /** The change's own id. */
  readonly correlationId: string;
}

const MOST = 3;
const store = makeStore<{ readonly toasts: readonly Toast[] }>({ toasts: [] });

/** Tells of a change; the oldest of too many goes. */
export const showToast = (toast: Toast): void =>
  store.set({ toasts: [toast, ...store.get().toasts].slice(0, MOST) });

const close = (toast: Toast): void =>
  store.set({ toasts: store.get().toasts.filter((one) => one !== toast) });

/** The changes made last, newest first, each with links to its record and its audit event. They stay until they are closed or followed. */
export const Toasts = () => (
  <AlertGroup isToast isLiveRegion aria-label={texts.toasts}>
    {store.use().toasts.map((toast) => (
      <Alert
        key={toast.correlationId}
        variant="success"
        component="p"
        title={texts.doneOf(toast.title)}
        actionClose={<AlertActionCloseButton aria-label={texts.closeToast} onClose={() => close(toast)} />}
        // A link in it was followed.
        onClick={({ target }) => target instanceof Element && target.closest('a') !== null && close(toast)}
      >
        <AuditLinks answer={toast.answer} correlationId={toast.correlationId} />
      </Alert>
    ))}
  </AlertGroup>
);
