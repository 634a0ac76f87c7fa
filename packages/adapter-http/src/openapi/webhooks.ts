import type { JsonSchemaObject } from '../operation/documented-check.js';

const header = (name: string, description: string, required: boolean, example: string): JsonSchemaObject => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
});

/** What govgate sends to a destination of kind `webhook` (docs/how-to/webhook-receiver.md). */
export const WEBHOOKS: JsonSchemaObject = {
  auditEvent: {
    post: {
      operationId: 'receiveAuditEvent',
      tags: ['siem_webhooks'],
      summary: 'Receives an event of the audit trail',
      description:
        'A Standard Webhooks request with a CloudEvents 1.0 document, or with a list of them where the destination has `events_per_request` above 1. At least once and in order: an event that comes again has the same `id`. Any 2xx acknowledges; other answers are tried again for 120 hours, `Retry-After` is kept to.',
      security: [],
      parameters: [
        header('webhook-id', 'The id of the message; the same at every attempt.', true, 'evt_1'),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.', true, '1767225600'),
        header(
          'webhook-signature',
          'HMAC-SHA256 of `id.timestamp.body` under the signing key: `v1,` and base64. Only if the destination has one.',
          false,
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/cloudevents+json': {
            schema: {
              type: 'object',
              description: 'One event; the members beside `data` are attributes of CloudEvents.',
              required: ['specversion', 'id', 'source', 'type', 'time', 'tenantid', 'sequence', 'data'],
              properties: {
                specversion: { const: '1.0', description: 'The version of CloudEvents.' },
                id: { type: 'string', description: 'The id of the audit event.' },
                source: { const: 'govgate', description: 'Who sends it.' },
                type: { type: 'string', description: 'The type of the event, such as `policy.published`.' },
                time: { type: 'string', format: 'date-time', description: 'When it happened.' },
                tenantid: { type: 'string', description: 'The tenant whose trail it belongs to.' },
                sequence: { type: 'string', description: 'Its position in the trail.' },
                replay: { type: 'boolean', description: 'Present on what an operator had sent again.' },
                datacontenttype: { type: 'string', description: 'The format of `data`.' },
                data: {
                  description:
                    'The event in the `export_format` of the destination: an object, or a text for CEF.',
                },
              },
            },
            example: {
              specversion: '1.0',
              type: 'policy.published',
              source: 'govgate',
              id: 'evt_1',
              time: '2026-01-01T00:00:00.000Z',
              tenantid: 'acme',
              sequence: '42',
              datacontenttype: 'application/json',
              data: { event_type: 'policy.published', action: 'publish', outcome: 'success' },
            },
          },
        },
      },
      responses: { '2XX': { description: 'The event is acknowledged.' } },
    },
  },
};
