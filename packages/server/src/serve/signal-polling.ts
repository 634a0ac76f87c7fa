import type { SignalPolling } from '@govgate/application';
import type { Service } from '../service.js';

/** Whose signals this process polls. Each outcome is counted, and a change of outcome logged. */
export const signalPolling = ({
  settings,
  log,
  counts,
}: Pick<Service, 'settings' | 'log' | 'counts'>): SignalPolling => {
  const last = new Map<string, string>();
  return {
    sources: (settings.jwt?.issuers ?? []).flatMap(({ issuer, signals }) =>
      signals === undefined ? [] : { issuer, ...signals },
    ),
    report: ({ issuer, reasonCode, fault }) => {
      counts.signalsPolled({ issuer, reasonCode });
      const before = last.get(issuer) ?? 'polled';
      last.set(issuer, reasonCode);
      if (reasonCode === before) return;
      if (reasonCode === 'polled') log.info('signals of an issuer are received again', { issuer });
      else if (fault === undefined) log.warn(NOT_RECEIVED, { issuer, because: reasonCode });
      else log.failure(NOT_RECEIVED, fault, { issuer, because: reasonCode });
    },
  };
};

const NOT_RECEIVED = 'signals of an issuer are not received, or not all of them';
