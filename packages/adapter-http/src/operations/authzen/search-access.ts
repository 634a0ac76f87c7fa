import { makeSearchActions, makeSearchResources, makeSearchSubjects } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import {
  DEFAULT_SEARCH_LIMIT,
  SearchActionBody,
  SearchActionsAnswer,
  SearchEntitiesAnswer,
  SearchResourceBody,
  SearchSubjectBody,
} from '../../wire/authzen.js';
import { ACCESS_OPERATION, accessPath, EXAMPLE } from './access-operation.js';

const { subject, action, resource } = EXAMPLE;

const SEARCH = { ...ACCESS_OPERATION, refuses: ['invalid_cursor'] } as const;

/** The largest page. */
const MOST = 200;

interface PageRequest {
  readonly limit?: number | undefined;
  readonly token?: string | undefined;
}

const pageOf = ({ limit = DEFAULT_SEARCH_LIMIT, token }: PageRequest = {}) => ({
  limit: Math.min(limit, MOST),
  token,
});

export const searchSubjects = defineOperation({
  ...SEARCH,
  id: 'searchSubjects',
  path: accessPath('search/subject'),
  useCase: makeSearchSubjects,
  summary: 'Finds who may do something to a resource (AuthZEN, Subject Search)',
  example: { subject: { type: 'user' }, action, resource },
  body: SearchSubjectBody,
  response: SearchEntitiesAnswer,
  toInput: ({ scope, body: { page, ...request } }) => ({ scope, ...request, ...pageOf(page) }),
});

export const searchResources = defineOperation({
  ...SEARCH,
  id: 'searchResources',
  path: accessPath('search/resource'),
  useCase: makeSearchResources,
  summary: 'Finds what somebody may do something to (AuthZEN, Resource Search)',
  example: { subject, action, resource: { type: 'mcp_tool' } },
  body: SearchResourceBody,
  response: SearchEntitiesAnswer,
  toInput: ({ scope, body: { page, ...request } }) => ({ scope, ...request, ...pageOf(page) }),
});

export const searchActions = defineOperation({
  ...SEARCH,
  id: 'searchActions',
  path: accessPath('search/action'),
  useCase: makeSearchActions,
  summary: 'Finds what somebody may do to a resource (AuthZEN, Action Search)',
  example: { subject, resource },
  body: SearchActionBody,
  response: SearchActionsAnswer,
  toInput: ({ scope, body: { page, ...request } }) => ({ scope, ...request, ...pageOf(page) }),
});
