import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CONTRACT } from '../../src/gateway/routes/reference';

interface Ref {
  $ref: string;
}

interface ResponseObject {
  description: string;
  headers?: Record<string, unknown>;
}

interface OperationObject {
  operationId?: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, Ref | { value: unknown }> }> };
  responses?: Record<string, Ref | ResponseObject>;
}

interface Contract {
  info: { description: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: { Error: { properties: { error: { properties: { code: { enum: string[] } } } } } };
  };
}

/** openapi.yaml as it stands. */
export const contract = parse(readFileSync(CONTRACT, 'utf8')) as Contract;

function resolved<T extends object>(thing: Ref | T): T {
  if (!('$ref' in thing)) return thing;
  let at: unknown = contract;
  for (const key of thing.$ref.split('/').slice(1)) at = (at as Record<string, unknown>)[key];
  return at as T;
}

function exampleOf({ requestBody }: OperationObject): unknown {
  const [content] = Object.values(requestBody?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  return content?.example ?? (example && resolved(example).value);
}

/** Every operation, with a body that it would take, and its responses in full. */
export const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const { operationId, responses, security = [] } = operation;
    if (!operationId || !responses) return [];
    return [
      {
        operationId,
        path,
        method: method.toUpperCase(),
        scopes: security.flatMap((way) => Object.values(way).flat()),
        isGuarded: security.length > 0,
        /** Who of staff may: anybody, only admins, or undefined for operators' operations. */
        role: security.flatMap((way) => Object.keys(way)).find((name) => name === 'staff' || name === 'admin'),
        body: exampleOf(operation),
        takesBody: operation.requestBody !== undefined,
        responses: Object.entries(responses).map(([status, response]) => [status, resolved(response)] as const),
      },
    ];
  }),
);
