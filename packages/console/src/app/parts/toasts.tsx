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

const store = makeStore<{ readonly toast: Toast | undefined }>({ toast: undefined });

/** Tells of a change, instead of the one before. */
export const showToast = (toast: Toast): void => store.set({ toast });

const close = (): void => store.set({ toast: undefined });

/** The change made last, with links to its record and its audit event. It stays until it is closed or a link in it is followed. */
export const Toasts = () => {
  const { toast } = store.use();
  return (
    <AlertGroup isToast isLiveRegion aria-label={texts.toasts}>
      {toast !== undefined && (
        <Alert
          key={toast.correlationId}
          variant="success"
          component="p"
          title={texts.doneOf(toast.title)}
          actionClose={<AlertActionCloseButton aria-label={texts.closeToast} onClose={close} />}
          onClick={({ target }) => target instanceof Element && target.closest('a') !== null && close()}
        >
          <AuditLinks answer={toast.answer} correlationId={toast.correlationId} />
        </Alert>
      )}
    </AlertGroup>
  );
};
