import type { ChangeKind } from '../../src/core/reviews/change.ts';
import {
  type Apply,
  added,
  everywhere,
  isOptional,
  isPart,
  isPlain,
  onBody,
  onParameter,
  parametersOf,
  put,
  reverseKeys,
} from './operation.ts';

/**
 * Changes an operation; returns false if it has nothing to change. `kind` is the expected class, null for no
 * difference.
 */
export type Mutation = {
  readonly name: string;
  readonly kind: ChangeKind | null;
  readonly apply: Apply;
};

/** Keeps the length: an import truncates descriptions, so a longer one would differ elsewhere. */
const spaced = (text: unknown): unknown => (typeof text === 'string' ? text.replaceAll(' ', '\n') : text);
const reverse = (value: unknown): unknown => (Array.isArray(value) ? value.toReversed() : value);

/** Differences that affect no reader and no request. */
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
    apply: onParameter((parameter) => isOptional(parameter) && put(parameter, 'required', true)),
  },
  {
    name: 'a text takes fewer characters',
    kind: 'breaking',
    apply: onParameter(
      (_parameter, schema) => isPlain(schema) && schema['maxLength'] === undefined && put(schema, 'maxLength', 7),
    ),
  },
  {
    name: 'a parameter has one value less',
    kind: 'breaking',
    apply: onParameter(
      (_parameter, { enum: values }) => Array.isArray(values) && values.length > 1 && values.pop() !== undefined,
    ),
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
  {
    name: 'a new optional parameter',
    kind: 'widening',
    apply: added({ name: 'bcc', in: 'query', schema: { type: 'string' } }),
  },
  {
    name: 'a new required parameter',
    kind: 'widening',
    apply: added({ name: 'bcc', in: 'query', required: true, schema: { type: 'string' } }),
  },
  {
    name: 'a required query parameter may be left out',
    kind: 'widening',
    apply: onParameter(
      (parameter) => parameter['in'] === 'query' && !isOptional(parameter) && delete parameter['required'],
    ),
  },
  {
    name: 'a parameter has one value more',
    kind: 'widening',
    apply: onParameter((_parameter, { enum: values }) => Array.isArray(values) && values.push('another-value') > 0),
  },
  {
    name: 'a text takes numbers, too',
    kind: 'widening',
    apply: onParameter((_parameter, schema) => isPlain(schema) && put(schema, 'type', ['string', 'number'])),
  },
  {
    name: 'another default',
    kind: 'widening',
    apply: onParameter((_parameter, schema) => isPlain(schema) && put(schema, 'default', 'elsewhere')),
  },
  {
    name: 'another description of the operation',
    kind: 'reworded',
    apply: (operation) => {
      operation['description'] = `Send the token along. ${String(operation['description'] ?? '')}`;
      return true;
    },
  },
  {
    name: 'another description of a parameter',
    kind: 'reworded',
    apply: onParameter((parameter) => put(parameter, 'description', 'Put the token here.')),
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
    apply: (operation) =>
      Object.assign(operation, { servers: [{ url: 'https://elsewhere.example.com' }] }) === operation,
  },
];

const REMOVED: readonly Mutation[] = [
  {
    name: 'the operation is gone',
    kind: 'removed',
    apply: (_operation, { item, method }) => delete item[method],
  },
];

/** Every kind of change that is tried on every operation. */
export const MUTATIONS: readonly Mutation[] = [...CONTROLS, ...BREAKING, ...WIDENING, ...REMOVED];
