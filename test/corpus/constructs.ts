import { ALWAYS_EXPOSED } from '../../src/connectors/http/answerHeaders.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../src/core/lib/jsonPointer.ts';

type Holder = Record<string, unknown> | unknown[];

/** A part of a document that can be deleted: its kind and its place. */
export type Construct = { readonly kind: string; readonly at: string; readonly holder: Holder; readonly key: string };

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];
const ONE = ['additionalProperties', 'contains', 'else', 'if', 'items', 'not', 'propertyNames', 'then'];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas'];
const PLAIN = [
  ...['const', 'default', 'dependentRequired', 'description', 'exclusiveMaximum', 'exclusiveMinimum', 'format'],
  ...['maximum', 'maxItems', 'maxLength', 'maxProperties', 'minimum', 'minItems', 'minLength', 'minProperties'],
  ...['multipleOf', 'nullable', 'pattern', 'readOnly', 'type', 'uniqueItems', 'unevaluatedProperties'],
  ...['deprecated', 'example', 'x-example', 'x-enum-descriptions', 'x-enum-varnames', 'x-enumNames', 'x-ms-enum'],
];
const PARAMETER = [
  'in',
  'name',
  'required',
  'schema',
  'content',
  'style',
  'explode',
  'description',
  'allowReserved',
  'deprecated',
];
const SWAGGER_PARAMETER = [...PARAMETER, 'type', 'items', 'enum', 'format', 'default', 'collectionFormat', ...PLAIN];

/** The meaning of a placeholder in a path. */
const OF_SLOT = ['in', 'name', 'required'];

const isIgnored = ({ in: place, name }: Record<string, unknown>): boolean =>
  place === 'header' && IGNORED_HEADERS.includes(String(name).toLowerCase());

/** A parameter with no more information than its path placeholder. */
const isBare = ({ schema, type, description, ...rest }: Record<string, unknown>): boolean =>
  rest['in'] === 'path' &&
  [undefined, ''].includes(description as string) &&
  ['{"type":"string"}', undefined].includes(JSON.stringify(schema)) &&
  [undefined, 'string'].includes(type as string) &&
  Object.keys(rest).every((key) => [...OF_SLOT, 'example', 'examples'].includes(key));

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

const NOTHING: readonly string[] = ['""', '[]', '{}', 'false', '[{"url":"/"}]'];
const IGNORED_HEADERS = ['accept', 'authorization', 'content-type'];
const CHOSEN = ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'];

/** True if an operation's id has only words of its method and path, from which its name would be built anyway. */
const isNameOf = (at: string, operationId: string): boolean =>
  wordsOf(operationId.replaceAll('_', ' ')).every((word) => wordsOf(at).includes(word));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Whether deleting a construct changes no meaning: it's a default, or the rest of the document implies it. */
function saysNothing(kind: string, holder: Holder, key: string): boolean {
  if (Array.isArray(holder)) return false;
  const value = holder[key];
  if (NOTHING.includes(JSON.stringify(value)) && !/default|const|additional|unevaluated|member/.test(kind)) return true;
  // Phrases such as “Successful operation” or “Default response”.
  if (kind === 'response description')
    return String(value).split(/\s+/).length < 4 || /\b(?:success\w*|ok|response|request|200)\b/i.test(String(value));
  if (kind === 'operation description') return String(value).trim() === String(holder['summary']).trim();
  // A summary without any word has only markup.
  if (kind === 'operation summary') return !/[a-z]{3}/i.test(String(value).replaceAll(/<[^>]*>|&\w+;/g, ''));
  if (kind === 'schema nullable') return holder['type'] === undefined;
  if (kind === 'parameter collectionFormat') return value === 'csv';
  if (kind === 'document schemes') return JSON.stringify(value) === '["http"]';
  // `type: object` says nothing new if the schema has properties.
  return kind === 'schema type' && value === 'object' && isRecord(holder['properties']);
}

type Node = Record<string, unknown>;

/** Whether the second description contains the first. */
const isSameText = ({ description: text }: Node, { description: other }: Node): boolean =>
  String(other).toLowerCase().includes(String(text).trim().toLowerCase());

/** Walks through the supported parts of a document; each once, however often it is referenced. */
class Walk {
  readonly constructs: Construct[] = [];
  readonly #seen = new Set<unknown>();
  readonly #document: Node;

  constructor(document: Node) {
    this.#document = document;
  }

  add(kind: string, at: string, holder: Holder, key: string | number): void {
    // Members that a body does not name are not inputs.
    const isClosed = /requestBody.*\/schema\/additionalProperties$/.test(at) && (holder as Node)[key] === false;
    if (!isClosed && !saysNothing(kind, holder, String(key)))
      this.constructs.push({ kind, at, holder, key: String(key) });
  }

  addAll(kind: string, at: string, node: Node, keys: readonly string[]): void {
    for (const key of keys) if (node[key] !== undefined) this.add(`${kind} ${key}`, `${at}/${key}`, node, key);
  }

  follow(reference: unknown): unknown {
    let value = reference;
    for (let hops = 0; hops < 16 && isRecord(value) && typeof value['$ref'] === 'string'; hops += 1) {
      const path = pathOfRef(value['$ref']);
      value = path === null ? undefined : valueAtPath(this.#document, path);
    }
    return value;
  }

  followAll(list: unknown): Node[] {
    return listOf(list)
      .map((each) => this.follow(each))
      .filter(isRecord);
  }

  enter(value: unknown, visit: (node: Node) => void): void {
    const node = this.follow(value);
    if (!isRecord(node) || this.#seen.has(node)) return;
    this.#seen.add(node);
    visit(node);
  }

  schema(value: unknown, at: string): void {
    this.enter(value, (node) => {
      this.addAll('schema', at, node, [...PLAIN, ...ONE]);
      for (const key of ['enum', 'required']) this.#entries(listOf(node[key]), key, `${at}/${key}`);
      for (const key of MANY)
        for (const [index, each] of listOf(node[key]).entries()) {
          this.add(`schema ${key} part`, `${at}/${key}/${index}`, listOf(node[key]), index);
          this.schema(each, `${at}/${key}/${index}`);
        }
      for (const key of NAMED) this.#members(node[key], key, `${at}/${key}`);
      for (const key of ONE) this.schema(node[key], `${at}/${key}`);
    });
  }

  #entries(list: unknown[], key: string, at: string): void {
    for (const [index, entry] of list.entries())
      if (list.indexOf(entry) === list.lastIndexOf(entry))
        this.add(`schema ${key} entry`, `${at}/${index}`, list, index);
  }

  #members(members: unknown, key: string, at: string): void {
    for (const [name, each] of Object.entries(isRecord(members) ? members : {})) {
      const target = this.follow(each);
      // Parts that only responses have are not inputs.
      if (!isRecord(members) || (isRecord(target) && target['readOnly'] === true)) continue;
      this.add(`schema ${key} member`, `${at}/${name}`, members, name);
      this.schema(each, `${at}/${name}`);
    }
  }

  /** Of several media types, the first one of `CHOSEN` is sent. For other media types, the schema doesn't matter. */
  content(value: unknown, at: string): void {
    const types = isRecord(value) ? Object.keys(value) : [];
    const type = CHOSEN.find((each) => types.includes(each));
    const media = isRecord(value) && type !== undefined ? value[type] : undefined;
    if (!isRecord(value) || type === undefined || !isRecord(media)) return;
    if (types.length === 1) this.add('media type', `${at}/${type}`, value, type);
    // OpenAPI 3.0 supports styles only in url-encoded forms.
    const isStyled = type !== 'multipart/form-data' || !String(this.#document['openapi']).startsWith('3.0');
    const parts = ['schema', ...(isStyled ? ['encoding'] : [])];
    const isPresent = (key: string): boolean => !NOTHING.includes(JSON.stringify(this.follow(media[key])));
    this.addAll('media type', `${at}/${type}`, media, parts.filter(isPresent));
    this.schema(media['schema'], `${at}/${type}/schema`);
  }

  parameters(list: unknown[], at: string, isOverridden: (parameter: Node) => boolean): void {
    for (const [index, item] of list.entries()) {
      const target = this.follow(item);
      if (!isRecord(target) || isIgnored(target) || isOverridden(target)) continue;
      if (!isBare(target)) this.add('parameter', `${at}/${index}`, list, index);
      // Skips the parts of a parameter without a name, because a warning reports the whole parameter.
      if (target['name'] !== '') this.enter(item, (node) => this.#parameter(node, `${at}/${index}`));
    }
  }

  #parameter(node: Node, at: string): void {
    const isSwagger = node['schema'] === undefined && node['content'] === undefined;
    const keys = [...new Set(isSwagger ? SWAGGER_PARAMETER : PARAMETER)];
    const isOfSlot = (key: string): boolean => node['in'] === 'path' && OF_SLOT.includes(key);
    const own = node['in'] === 'body' ? ['schema'] : keys.filter((key) => !isOfSlot(key));
    this.addAll('parameter', at, node, own);
    this.schema(node['schema'], `${at}/schema`);
    this.content(node['content'], `${at}/content`);
  }

  body(value: unknown, at: string): void {
    this.enter(value, (body) => {
      // A body with required members is required, too.
      const isRequired = Object.values(isRecord(body['content']) ? body['content'] : {}).some((media) => {
        const [schema] = this.followAll([isRecord(media) ? media['schema'] : undefined]);
        return (
          schema && [schema, ...this.followAll(schema['allOf'])].some((part) => listOf(part['required']).length > 0)
        );
      });
      this.addAll('body', at, body, isRequired ? ['description'] : ['description', 'required']);
      this.content(body['content'], `${at}/content`);
    });
  }

  operation(value: unknown, at: string, servers: unknown): void {
    this.enter(value, (node) => {
      const isSame = (key: string, other: unknown): boolean => JSON.stringify(node[key]) === JSON.stringify(other);
      const implied = [
        ...(isNameOf(at, String(node['operationId'] ?? '')) ? ['operationId'] : []),
        ...(isSame('security', this.#document['security']) ? ['security'] : []),
        ...(isSame('servers', servers) ? ['servers'] : []),
        ...(this.#successes(node).some(([, response]) => isSameText(response, node)) ? ['description'] : []),
      ];
      const keys = [
        ...[
          'operationId',
          'summary',
          'description',
          'security',
          'servers',
          'requestBody',
          'deprecated',
          'externalDocs',
        ],
      ];
      this.addAll(
        'operation',
        at,
        node,
        keys.filter((key) => !implied.includes(key)),
      );
      this.parameters(listOf(node['parameters']), `${at}/parameters`, () => false);
      this.body(node['requestBody'], `${at}/requestBody`);
      this.#responses(node, `${at}/responses`);
    });
  }

  #successes({ responses }: Node): [string, Node][] {
    return Object.entries(isRecord(responses) ? responses : {}).flatMap(([status, value]) => {
      const response = this.follow(value);
      return /^2\d\d$/.test(status) && isRecord(response) ? [[status, response] as [string, Node]] : [];
    });
  }

  /** The headers of successes, and the first text about one. */
  #responses(operation: Node, at: string): void {
    const successes = this.#successes(operation);
    for (const [status, { headers }] of successes)
      for (const name of Object.keys(isRecord(headers) ? headers : {}))
        if (isRecord(headers) && ![...ALWAYS_EXPOSED, ...IGNORED_HEADERS].includes(name.toLowerCase()))
          this.add('response header', `${at}/${status}/${name}`, headers, name);
    const texts = successes.map(([, response]) => response).filter(({ description }) => Boolean(description));
    const [first, second] = texts;
    if (first && !isSameText(first, operation) && !(second && isSameText(first, second)))
      this.addAll('response', at, first, ['description']);
  }

  pathItem(value: unknown, at: string): void {
    this.enter(value, (item) => {
      this.addAll('path', at, item, ['description']);
      const operations = this.followAll(METHODS.map((method) => item[method]));
      for (const method of METHODS.filter((each) => item[each] !== undefined)) {
        this.add('operation', `${at}/${method}`, item, method);
        this.operation(item[method], `${at}/${method}`, item['servers'] ?? this.#document['servers']);
      }
      if (operations.every((each) => listOf(each['servers']).length === 0)) this.addAll('path', at, item, ['servers']);
      this.parameters(listOf(item['parameters']), `${at}/parameters`, ({ in: place, name }) =>
        operations.every((each) =>
          this.followAll(each['parameters']).some((other) => other['in'] === place && other['name'] === name),
        ),
      );
    });
  }
}

/** A document's constructs that the reader supports. */
export function constructsOf(document: Node): Construct[] {
  const walk = new Walk(document);
  const { paths, components } = document;
  for (const [path, item] of Object.entries(isRecord(paths) ? paths : {})) {
    if (isRecord(paths)) walk.add('path', `paths/${path}`, paths, path);
    walk.pathItem(item, `paths/${path}`);
  }
  const keys = ['servers', 'security', 'securityDefinitions', 'host', 'basePath', 'schemes', 'externalDocs'];
  walk.addAll('document', '', document, keys);
  if (isRecord(document['info']) && walk.constructs.length > 0)
    walk.addAll('info', 'info', document['info'], ['title', 'summary', 'description']);
  const named = JSON.stringify(paths);
  for (const [index, tag] of walk.followAll(document['tags']).entries())
    if (named.includes(JSON.stringify(tag['name']))) walk.addAll('tag', `tags/${index}`, tag, ['description']);
  const schemes = isRecord(components) ? components['securitySchemes'] : document['securityDefinitions'];
  // A scheme that no operation names may add nothing to another one.
  const isNamed = (key: string): boolean => JSON.stringify([document['security'], paths]).includes(JSON.stringify(key));
  if (isRecord(schemes)) walk.addAll('security scheme', '', schemes, Object.keys(schemes).filter(isNamed));
  return walk.constructs;
}

/** Deletes a construct while `look` inspects the document. */
export function without<T>({ holder, key }: Construct, inspect: () => T): T {
  if (!isHolder(holder)) return inspect();
  if (Array.isArray(holder)) {
    const [removed] = holder.splice(Number(key), 1);
    try {
      return inspect();
    } finally {
      holder.splice(Number(key), 0, removed);
    }
  }
  const entries = Object.entries(holder);
  delete holder[key];
  try {
    return inspect();
  } finally {
    // Restores the original order.
    for (const [name] of entries) delete holder[name];
    Object.assign(holder, Object.fromEntries(entries));
  }
}
