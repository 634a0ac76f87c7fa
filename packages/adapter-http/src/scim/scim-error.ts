import { REASONS, type ReasonCode, type Refusal } from '@govgate/domain';
import { statusOf } from '../http-status.js';

/** Where SCIM is served (RFC 7644). */
export const SCIM_BASE = '/scim/v2';
export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

/** Whether a path is SCIM's, whether or not something is there. */
export const isScimPath = (path: string): boolean => path === SCIM_BASE || path.startsWith(`${SCIM_BASE}/`);

/** The detail errors of RFC 7644, table 9. */
const SCIM_TYPES: { readonly [R in ReasonCode]?: string } = {
  already_exists: 'uniqueness',
  forbidden_material: 'invalidValue',
  immutable: 'mutability',
  invalid_filter: 'invalidFilter',
  invalid_json: 'invalidSyntax',
  invalid_path: 'invalidPath',
  invalid_request: 'invalidValue',
  unknown_reference: 'invalidValue',
};

/** A refusal in SCIM's form (RFC 7644, 3.12), which knows no 422. Nothing that was sent is in it but the name of the field. */
export const scimRefusal = ({ reasonCode, field, detail }: Refusal) => {
  const isTooMany = reasonCode === 'limit_exceeded' && field === 'filter';
  const own = statusOf(reasonCode);
  const status = own === 422 || isTooMany ? 400 : own;
  const scimType = isTooMany ? 'tooMany' : SCIM_TYPES[reasonCode];
  const message = [REASONS[reasonCode].message, ...(detail === undefined ? [] : [detail])].join(' ');
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: `${message} (${[reasonCode, ...(field === undefined ? [] : [field])].join(': ')})`,
  };
  return { status, text: JSON.stringify(body), contentType: SCIM_TYPE };
};
