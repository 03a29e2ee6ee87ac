import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CONTRACT } from '../../src/gateway/routes/reference';

interface Ref {
  $ref: string;
}

interface Schema {
  properties?: Record<string, unknown>;
}

interface ResponseObject {
  description: string;
  content?: Record<string, { schema: Ref | Schema }>;
  headers?: Record<string, unknown>;
}

/** The words of the contract's schemas that bound a parameter. */
interface Bounds {
  type?: string;
  format?: string;
  enum?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface QueryParameter {
  name: string;
  bounds: Bounds;
}

interface OperationObject {
  operationId?: string;
  parameters?: (Ref | { in: string; name: string; schema: Ref | Bounds })[];
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

/** What the body of a success has. */
function answersOf({ responses = {} }: OperationObject): string[] {
  const ok = responses['200'] && resolved(responses['200']).content?.['application/json']?.schema;
  return ok ? Object.keys(resolved<Schema>(ok).properties ?? {}) : [];
}

/** Every operation, with a body that it would take, and its responses in full. */
export const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const { operationId, responses, security = [], parameters = [] } = operation;
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
        answers: answersOf(operation),
        query: parameters.flatMap((parameter): QueryParameter[] => {
          const { in: where, name, schema } = resolved(parameter);
          return where === 'query' ? [{ name, bounds: resolved(schema) }] : [];
        }),
        responses: Object.entries(responses).map(([status, response]) => [status, resolved(response)] as const),
      },
    ];
  }),
);
