import { isRecord } from '../../src/core/lib/json.ts';
import type { ChangeKind } from '../../src/core/reviews/change.ts';

/** An object of an OpenAPI document, which mutations change in place. */
export type Part = Record<string, unknown>;

/** One operation in a copy of a document. */
export type Operation = { readonly document: Part; readonly item: Part; readonly method: string; readonly path: string };

/** A change of an operation; false where it has nothing to change. `kind` is what it means, null for nothing at all. */
export type Mutation = {
  readonly name: string;
  readonly kind: ChangeKind | null;
  readonly apply: (operation: Part, place: Operation) => boolean;
};

const isPart = (value: unknown): value is Part => isRecord(value);
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : []);

/** What a local reference leads to, copied, so that other operations keep theirs. */
function resolved(document: Part, part: Part): Part {
  const { $ref } = part;
  if (typeof $ref !== 'string') return part;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isPart(at) ? at[name] : undefined), document);
  return isPart(found) ? structuredClone(found) : part;
}

/** The operation's own parameters, none of them shared. */
function parametersOf(operation: Part, { document }: Operation): Part[] {
  const own = partsOf(operation['parameters']).map((part) => resolved(document, part));
  for (const parameter of own) if (isPart(parameter['schema'])) parameter['schema'] = resolved(document, parameter['schema']);
  operation['parameters'] = own;
  return own;
}

const schemaOf = (parameter: Part): Part => (isPart(parameter['schema']) ? parameter['schema'] : {});

/** Changes the first parameter that `change` takes. */
const onParameter =
  (change: (parameter: Part, schema: Part) => boolean): Mutation['apply'] =>
  (operation, place) =>
    parametersOf(operation, place).some((parameter) => change(parameter, schemaOf(parameter)));

const isOptional = ({ required }: Part): boolean => required !== true;
const isPlain = ({ type, enum: values }: Part): boolean => type === 'string' && values === undefined;

const added =
  (parameter: Part): Mutation['apply'] =>
  (operation, place) => {
    parametersOf(operation, place).push(parameter);
    return true;
  };

function bodyOf(operation: Part, { document }: Operation): Part | null {
  if (!isPart(operation['requestBody'])) return null;
  const body = resolved(document, operation['requestBody']);
  const json = isPart(body['content']) ? body['content']['application/json'] : undefined;
  if (!isPart(json) || !isPart(json['schema'])) return null;
  const schema = structuredClone(resolved(document, json['schema']));
  if (!isPart(schema['properties'])) return null;
  operation['requestBody'] = { ...body, content: { 'application/json': { ...json, schema } } };
  return schema;
}

const onBody =
  (change: (schema: Part, properties: Part) => boolean): Mutation['apply'] =>
  (operation, place) => {
    const schema = bodyOf(operation, place);
    return schema !== null && isPart(schema['properties']) && change(schema, schema['properties']);
  };

/** Every object below, with its keys the other way round. */
export function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (!isPart(value)) return value;
  return Object.fromEntries(Object.entries(value).reverse().map(([key, member]) => [key, reverseKeys(member)]));
}

function eachPart(value: unknown, change: (part: Part) => void): void {
  if (Array.isArray(value)) for (const item of value) eachPart(item, change);
  else if (isPart(value)) {
    change(value);
    for (const member of Object.values(value)) eachPart(member, change);
  }
}

const everywhere =
  (change: (part: Part) => void): Mutation['apply'] =>
  (operation, place) => {
    parametersOf(operation, place);
    bodyOf(operation, place);
    eachPart(operation['parameters'], change);
    eachPart(operation['requestBody'], change);
    return true;
  };

const spaced = (text: unknown): unknown => (typeof text === 'string' ? ` ${text.replaceAll(' ', '  ')}\n` : text);
const reverse = (value: unknown): unknown => (Array.isArray(value) ? value.toReversed() : value);

/** What no reader and no request can tell from what was there. */
const CONTROLS: readonly Mutation[] = [
  {
    name: 'keys the other way round',
    kind: null,
    apply: (operation) => {
      const turned = reverseKeys(operation);
      for (const key of Object.keys(operation)) delete operation[key];
      return isPart(turned) && Object.assign(operation, turned) === operation;
    },
  },
  {
    name: 'parameters, required and enum the other way round',
    kind: 'cosmetic',
    apply: (operation, place) => {
      operation['parameters'] = parametersOf(operation, place).toReversed();
      return everywhere((part) => {
        for (const key of ['required', 'enum']) if (Array.isArray(part[key])) part[key] = reverse(part[key]);
      })(operation, place);
    },
  },
  {
    name: 'white space in texts',
    kind: 'cosmetic',
    apply: (operation, place) => {
      for (const key of ['summary', 'description']) operation[key] = spaced(operation[key]);
      return everywhere((part) => {
        if (typeof part['description'] === 'string') part['description'] = spaced(part['description']);
      })(operation, place);
    },
  },
  {
    name: 'other tags and extensions',
    kind: null,
    apply: (operation) => Object.assign(operation, { tags: ['other'], 'x-other': { any: 1 } }) === operation,
  },
];

const BREAKING: readonly Mutation[] = [
  {
    name: 'an optional query parameter is gone',
    kind: 'breaking',
    apply: (operation, place) => {
      const own = parametersOf(operation, place);
      const at = own.findIndex((parameter) => parameter['in'] === 'query' && isOptional(parameter));
      return at >= 0 && own.splice(at, 1).length === 1;
    },
  },
  {
    name: 'an optional parameter is required',
    kind: 'breaking',
    apply: onParameter((parameter) => isOptional(parameter) && (parameter['required'] = true)),
  },
  {
    name: 'a text takes fewer characters',
    kind: 'breaking',
    apply: onParameter((_parameter, schema) => isPlain(schema) && schema['maxLength'] === undefined && (schema['maxLength'] = 7) > 0),
  },
  {
    name: 'a parameter has one value less',
    kind: 'breaking',
    apply: onParameter((_parameter, { enum: values }) => Array.isArray(values) && values.length > 1 && values.pop() !== undefined),
  },
  {
    name: 'a property of the body is gone',
    kind: 'breaking',
    apply: onBody((schema, properties) => {
      const required = Array.isArray(schema['required']) ? schema['required'] : [];
      const name = Object.keys(properties).find((each) => !required.includes(each));
      return name !== undefined && Object.keys(properties).length > 1 && delete properties[name];
    }),
  },
];

const WIDENING: readonly Mutation[] = [
  { name: 'a new optional parameter', kind: 'widening', apply: added({ name: 'bcc', in: 'query', schema: { type: 'string' } }) },
  {
    name: 'a new required parameter',
    kind: 'widening',
    apply: added({ name: 'bcc', in: 'query', required: true, schema: { type: 'string' } }),
  },
  {
    name: 'a required query parameter may be left out',
    kind: 'widening',
    apply: onParameter((parameter) => parameter['in'] === 'query' && !isOptional(parameter) && delete parameter['required']),
  },
  {
    name: 'a parameter has one value more',
    kind: 'widening',
    apply: onParameter((_parameter, { enum: values }) => Array.isArray(values) && values.push('another-value') > 0),
  },
  {
    name: 'a text takes numbers, too',
    kind: 'widening',
    apply: onParameter((_parameter, schema) => isPlain(schema) && Array.isArray((schema['type'] = ['string', 'number']))),
  },
  {
    name: 'another default',
    kind: 'widening',
    apply: onParameter((_parameter, schema) => isPlain(schema) && (schema['default'] = 'elsewhere') !== ''),
  },
  {
    name: 'another description of the operation',
    kind: 'widening',
    apply: (operation) => {
      operation['description'] = `Send the token along. ${String(operation['description'] ?? '')}`;
      return true;
    },
  },
  {
    name: 'another description of a parameter',
    kind: 'widening',
    apply: onParameter((parameter) => (parameter['description'] = 'Put the token here.') !== ''),
  },
  {
    name: 'a new property of the body',
    kind: 'widening',
    apply: onBody((_schema, properties) => Object.assign(properties, { bcc: { type: 'string' } }) === properties),
  },
  {
    name: 'another method',
    kind: 'widening',
    apply: (operation, { item, method }) => {
      const free = ['delete', 'put', 'patch', 'post'].find((each) => item[each] === undefined);
      if (free === undefined) return false;
      delete item[method];
      item[free] = operation;
      return true;
    },
  },
  {
    name: 'an origin of its own',
    kind: 'widening',
    apply: (operation) => Object.assign(operation, { servers: [{ url: 'https://elsewhere.example.com' }] }) === operation,
  },
];

/** Every kind of change that is tried on every operation. */
export const MUTATIONS: readonly Mutation[] = [...CONTROLS, ...BREAKING, ...WIDENING];
