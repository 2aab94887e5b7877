import SchemaBuilder from '@pothos/core';
import type { Ctx } from '../core/context.ts';
import type { Body } from './request.ts';

type RestTypes = {
  /** Carries the parsed body past SOFA, which would serialise and parse it again. */
  Context: { readonly ctx: Ctx; readonly body: Body };
  DefaultFieldNullability: false;
  Scalars: {
    Json: { Input: unknown; Output: unknown };
    PathSegment: { Input: string; Output: string };
    Timestamp: { Input: Date; Output: Date };
  };
};

/**
 * Builds the schema behind the regular `/v1` resources: the documented names, no plugins, and resolvers of one line.
 */
export const builder = new SchemaBuilder<RestTypes>(withoutPlugins());

type Options = ConstructorParameters<typeof SchemaBuilder<RestTypes>>[0];

/** Plugins of the other schema declare options for every builder of the process. This schema uses none of them. */
function withoutPlugins(): Options {
  return { defaultFieldNullability: false } as Options;
}

builder.scalarType('Json', {
  description: 'Any JSON value.',
  serialize: (value) => value,
});

// SOFA serialises variables before it passes them on, so only `parseValue` decodes.
builder.scalarType('PathSegment', {
  description: 'One segment of a path, as JSON text.',
  serialize: (value) => value,
  parseValue: (value) => readSegment(value),
});

builder.scalarType('Timestamp', {
  description: 'UTC, ISO 8601 with milliseconds and `Z`.',
  serialize: (value) => value.toISOString(),
});

/** A confirmation message. */
export const MessageBody = builder.objectRef<string>('Message').implement({
  fields: (t) => ({ message: t.string({ resolve: (text) => text }) }),
});

function readSegment(value: unknown): string {
  const segment: unknown = JSON.parse(String(value));
  if (typeof segment !== 'string') throw new TypeError('A path segment must be a string');
  return segment;
}

/** Inserts a path value into SOFA's address, because URL parsers resolve a bare `..` as a parent directory. */
export const writeSegment = (value: string): string => encodeURIComponent(JSON.stringify(value));
