import { principalHeader } from './principal-of.ts';
import type { Route } from './route.ts';

const problem = {
  description: 'why it was not done (RFC 9457)',
  content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
};

/** Returns the head of the API's document, and how its schemas are named in it. */
export function apiInfo(version: string) {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Almanac',
        version,
        description:
          'What a runtime answers over HTTP. Instants are RFC 3339 in UTC to the second, unless their schema is a whole number: seconds since 1970. A list that is long comes in pages: `next` of one is `cursor` of the other.',
      },
      tags: [
        { name: 'history', description: 'what became of fires, what is missing, what comes' },
        { name: 'revisions', description: 'what is and was in force' },
        { name: 'plans', description: 'planning, approving and applying' },
        { name: 'declarations', description: 'for front doors that are not files' },
        { name: 'orders', description: 'holds, and what ends them' },
        { name: 'reports', description: 'what runs say of themselves' },
        { name: 'health', description: 'for whoever starts and stops processes' },
      ],
    },
    refResolver: {
      buildLocalReference: (json: Readonly<Record<string, unknown>>) => String(json['$id']),
    },
  };
}

/** Returns what a server and the document know of a route. */
export function schemaOf(route: Route) {
  const { name, tag, summary, about, params, query, body, principal, token, answers } = route;
  const headers = {
    ...(principal && {
      [principalHeader]: {
        type: 'string',
        description:
          principal === 'header'
            ? 'who makes this change'
            : 'who makes this change, where the body does not say',
      },
    }),
    ...(token && { authorization: { type: 'string', description: "`Bearer` and the run's own token" } }),
  };
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(about !== undefined && { description: about }),
    ...(params && { params: objectOf(params, Object.keys(params)) }),
    ...(query && { querystring: objectOf(query, []) }),
    ...(Object.keys(headers).length > 0 && { headers: { type: 'object', properties: headers } }),
    ...(body !== undefined && { body: { $ref: `${body}#` } }),
    response: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, answerSchema(answer)]),
      ),
      '4xx': problem,
      '5xx': problem,
    },
  };
}

/** The document's own address. */
export const documentSchema = {
  operationId: 'readDocument',
  tags: ['health'],
  summary: 'Reads this document',
  response: {
    200: {
      description: 'OpenAPI 3.1',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
};

function answerSchema({ about, body, isList }: Route['answers'][number]) {
  const one = body === undefined ? {} : { $ref: `${body}#` };
  const schema = isList ? { type: 'array', items: one } : one;
  return { description: about, content: { 'application/json': { schema } } };
}

function objectOf(fields: NonNullable<Route['params']>, required: readonly string[]) {
  return {
    type: 'object',
    required,
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, { about, schema }]) => [name, { ...schema, description: about }]),
    ),
  };
}
