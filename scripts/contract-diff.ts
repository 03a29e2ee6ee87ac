/** Finds what in a newer contract would break callers of an older one. */

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  pattern?: string;
  nullable?: boolean;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}
type Content = Record<string, { schema?: Schema }>;
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
interface Answer {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Content;
}
export interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
  security?: Record<string, string[]>[];
}
export interface Contract {
  info: { version: string };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components?: unknown;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

/** Each breaking change in words; a version with a higher major number may make any. */
export function breakingChanges(older: Contract, newer: Contract): string[] {
  const major = (contract: Contract): number => Number.parseInt(contract.info.version, 10);
  return major(newer) > major(older) ? [] : new Comparison(older, newer).run();
}

class Comparison {
  readonly #found: string[] = [];

  constructor(
    private readonly older: Contract,
    private readonly newer: Contract,
  ) {}

  run(): string[] {
    for (const [path, item] of Object.entries(this.older.paths)) {
      for (const method of METHODS) {
        const [was, is] = [item[method], this.newer.paths[path]?.[method]];
        if (was) this.#kept(is, `${method.toUpperCase()} ${path}`, (now, at) => this.#operation(path, was, now, at));
      }
    }
    return this.#found;
  }

  #operation(path: string, was: Operation, is: Operation, at: string): void {
    this.#parameters(this.#parametersOf(this.older, path, was), this.#parametersOf(this.newer, path, is), at);
    if (is.requestBody?.required && !was.requestBody?.required) this.#say(at, 'needs a body now');
    if (was.requestBody) this.#content(was.requestBody.content, is.requestBody?.content, `${at} body`, 'request');
    for (const [status, answer] of Object.entries(was.responses)) {
      const old = resolve(this.older, answer);
      this.#kept(is.responses[status], `${at} ${status}`, (found, there) => {
        const now = resolve(this.newer, found);
        for (const name of Object.keys(old.headers ?? {})) this.#kept(now.headers?.[name], `${there} header ${name}`);
        this.#content(old.content, now.content, there, 'response');
      });
    }
    const alternatives = is.security ?? this.newer.security ?? [];
    for (const [scheme, scopes] of (was.security ?? this.older.security ?? []).flatMap((one) => Object.entries(one))) {
      const enough = alternatives.length === 0 || alternatives.some((one) => one[scheme]?.every((scope) => scopes.includes(scope)));
      if (!enough) this.#say(at, `${scheme} with ${scopes.join(' ') || 'no scope'} is not enough any more`);
    }
    if ((was.security ?? this.older.security ?? []).length === 0 && alternatives.length > 0) this.#say(at, 'needs credentials now');
  }

  #parameters(was: Map<string, Parameter>, is: Map<string, Parameter>, at: string): void {
    for (const [key, parameter] of was) {
      this.#kept(is.get(key), `${at} ${key}`, (now, there) => this.#schema(parameter.schema, now.schema, there, 'request'));
    }
    for (const [key, { required }] of is) if (required && !was.get(key)?.required) this.#say(`${at} ${key}`, 'is required now');
  }

  #content(was: Content = {}, is: Content = {}, at: string, direction: 'request' | 'response'): void {
    for (const [type, { schema }] of Object.entries(was)) {
      this.#kept(is[type], `${at} ${type}`, (now, there) => this.#schema(schema, now.schema, there, direction));
    }
  }

  #schema(old: Schema = {}, now: Schema = {}, at: string, direction: 'request' | 'response'): void {
    const [was, is] = [flat(this.older, old), flat(this.newer, now)];
    // What a side produces may become narrower, never wider: the caller's requests are the older contract's, its responses the newer one's.
    const [produced, understood] = direction === 'request' ? [was, is] : [is, was];
    const isInteger = produced.type === 'integer' && understood.type === 'number';
    if (understood.type && produced.type !== understood.type && !isInteger) this.#say(at, `was ${was.type}, is ${is.type}`);
    if (produced.nullable && !understood.nullable) this.#say(at, 'null is not understood');
    const strange = produced.enum?.filter((value) => !understood.enum?.includes(value)) ?? ['any value'];
    if (understood.enum && strange.length > 0) this.#say(at, `${strange.join(', ')} not understood`);
    for (const name of understood.required ?? []) if (!produced.required?.includes(name)) this.#say(`${at} ${name}`, 'is not always there');
    if (direction === 'request') this.#limits(was, is, at);
    for (const [name, property] of Object.entries(was.properties ?? {})) {
      this.#kept(is.properties?.[name], `${at} ${name}`, (found, there) => this.#schema(property, found, there, direction));
    }
    if (was.items) this.#schema(was.items, is.items, `${at}[]`, direction);
  }

  #limits(was: Schema, is: Schema, at: string): void {
    for (const limit of LOWER) if ((is[limit] ?? -Infinity) > (was[limit] ?? -Infinity)) this.#say(at, `${limit} rose to ${is[limit]}`);
    for (const limit of UPPER) if ((is[limit] ?? Infinity) < (was[limit] ?? Infinity)) this.#say(at, `${limit} fell to ${is[limit]}`);
    for (const rule of ['pattern', 'format'] as const) if (is[rule] && is[rule] !== was[rule]) this.#say(at, `${rule} is ${is[rule]}`);
    if (is.additionalProperties === false && was.additionalProperties !== false) this.#say(at, 'takes no other property now');
  }

  #parametersOf(contract: Contract, path: string, { parameters = [] }: Operation): Map<string, Parameter> {
    const all = [...(contract.paths[path]?.parameters ?? []), ...parameters].map((parameter) => resolve(contract, parameter));
    return new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  }

  #kept<T>(now: T | undefined, at: string, compare?: (now: T, at: string) => void): void {
    if (now === undefined) this.#say(at, 'is gone');
    else compare?.(now, at);
  }

  #say(at: string, what: string): void {
    this.#found.push(`${at}: ${what}`);
  }
}

function resolve<T extends { $ref?: string }>(contract: Contract, thing: T): T {
  if (!thing.$ref) return thing;
  const steps = thing.$ref.slice(2).split('/');
  return resolve(contract, steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], contract) as T);
}

/** With `$ref` and `allOf` resolved at its top. */
function flat(contract: Contract, schema: Schema): Schema {
  const { allOf = [], ...own } = resolve(contract, schema);
  const parts = [own, ...allOf.map((part) => flat(contract, part))];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  };
}
