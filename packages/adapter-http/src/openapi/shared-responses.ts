import { hash } from 'node:crypto';
import type { JsonSchemaObject } from '../operation/documented-check.js';

type Responses = Record<string, JsonSchemaObject>;

/**
 * Names the answers that several operations share, so that the document describes each once: `Status404_6f1d2a`. Named after what it says,
 * an answer keeps its name when operations are added. One that is used once stays inline.
 */
export const shareResponses = (
  paths: Readonly<Record<string, JsonSchemaObject>>,
): { readonly paths: JsonSchemaObject; readonly responses: JsonSchemaObject } => {
  const times = new Map<string, number>();
  for (const response of responsesIn(paths)) times.set(response, (times.get(response) ?? 0) + 1);
  const responses: Responses = {};
  const shared = (status: string, response: JsonSchemaObject): JsonSchemaObject => {
    const text = JSON.stringify(response);
    if ((times.get(text) ?? 0) < 2) return response;
    const name = `Status${status}_${hash('sha256', text).slice(0, 6)}`;
    responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  return { paths: mapResponses(paths, shared), responses };
};

const responsesIn = (paths: Readonly<Record<string, JsonSchemaObject>>): string[] => {
  const texts: string[] = [];
  mapResponses(paths, (_, response) => {
    texts.push(JSON.stringify(response));
    return response;
  });
  return texts;
};

const mapResponses = (
  paths: Readonly<Record<string, JsonSchemaObject>>,
  change: (status: string, response: JsonSchemaObject) => JsonSchemaObject,
): JsonSchemaObject =>
  mapValues(paths, (_, item) =>
    mapValues(item as Responses, (__, operation) => ({
      ...operation,
      responses: mapValues(operation.responses as Responses, change),
    })),
  );

const mapValues = <T>(
  of: Readonly<Record<string, T>>,
  change: (key: string, value: T) => unknown,
): JsonSchemaObject =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(key, value)]));
