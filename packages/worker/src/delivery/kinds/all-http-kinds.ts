import type { DestinationKind } from '@govgate/domain/internal';
import { datadogKind } from './datadog.js';
import { elasticsearchKind } from './elasticsearch.js';
import type { HttpKind } from './http-kind.js';
import { otlpHttpKind } from './otlp-http.js';
import { splunkHecKind } from './splunk-hec.js';
import { ssfPushKind } from './ssf-push.js';
import { webhookKind } from './webhook.js';

/** Every kind spoken over HTTP. */
export const HTTP_KINDS: Readonly<Record<Exclude<DestinationKind, 'syslog'>, HttpKind>> = {
  webhook: webhookKind,
  splunk_hec: splunkHecKind,
  otlp_http: otlpHttpKind,
  elasticsearch: elasticsearchKind,
  datadog: datadogKind,
  ssf_push: ssfPushKind,
};
