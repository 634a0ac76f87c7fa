import { BUNDLE_REASONS, type BundleProblem, type BundleReason } from '@govgate/application';
import type { Help } from '@govgate/domain/internal';
import { camelCase } from '../../operation/casing.js';
import { type Shape, shapeOf } from '../../operation/schema-shape.js';
import { BUNDLE_SCHEMAS, WIRE_SECTIONS } from './bundle-schema.js';

/** A problem as reported: a path such as `policies[3].owner.team`, a code, its fixed sentence, and what would be right. Never a value. */
export interface WireBundleProblem extends Help {
  readonly path: string;
  readonly reason_code: BundleReason;
  readonly message: string;
}

export const wireProblem = (path: string, reasonCode: BundleReason, help: Help = {}): WireBundleProblem => ({
  path,
  reason_code: reasonCode,
  message: BUNDLE_REASONS[reasonCode],
  ...help,
});

/** A problem found by an import, located in the bundle's spelling. */
export const problemOnWire = ({ section, index, field, reasonCode }: BundleProblem): WireBundleProblem => {
  const wireSection = WIRE_SECTIONS.find((name) => BUNDLE_SCHEMAS[name].section === section);
  if (wireSection === undefined) return wireProblem('', reasonCode);
  const names = wireNames(shapeOf(BUNDLE_SCHEMAS[wireSection].item), field);
  return wireProblem(pathText([wireSection, index, ...names]), reasonCode);
};

const SAFE_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const NUMBER = /^\d{1,9}$/;

/** `['policies', 3, 'owner', 'team']` → `policies[3].owner.team`. A name that could itself be sensitive ends the path before it. */
export const pathText = (segments: readonly (string | number)[]): string => {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number' || NUMBER.test(segment)) path += `[${segment}]`;
    else if (!SAFE_NAME.test(segment)) return path;
    else path += path === '' ? segment : `.${segment}`;
  }
  return path;
};

const wireNames = (shape: Shape, field: readonly (string | number)[]): (string | number)[] => {
  const [first, ...rest] = field;
  if (first === undefined) return [];
  if (shape.kind === 'array') return [first, ...wireNames(shape.item, rest)];
  if (shape.kind === 'leaf') return [...field];
  for (const [wireName, inner] of shape.entries)
    if (wireName === first || camelCase(wireName) === first) return [wireName, ...wireNames(inner, rest)];
  return [...field];
};
