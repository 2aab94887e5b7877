import { z } from 'zod';
import { isRecord } from '../../src/core/lib/json.ts';
import type { Operation } from './operations.ts';
import { Bytes, type Value } from './values.ts';

/** The part of the service's tool that maps its input. */
const toolSchema = z.looseObject({
  name: z.string(),
  request: z.looseObject({
    method: z.string(),
    path: z.string(),
    parameters: z.array(z.looseObject({ property: z.string(), name: z.string(), in: z.string() })),
    body: z
      .looseObject({
        contentType: z.string(),
        from: z.union([
          z.looseObject({ property: z.string() }),
          z.looseObject({ properties: z.record(z.string(), z.string()), others: z.boolean().optional() }),
        ]),
      })
      .optional(),
  }),
});
const previewSchema = z.looseObject({
  tools: z.array(toolSchema),
  credentials: z.array(
    z.looseObject({
      id: z.string(),
      placement: z.looseObject({ in: z.string(), name: z.string(), template: z.string().optional() }).optional(),
    }),
  ),
});

/** A tool that the service created from an operation. */
export type ImportedTool = z.output<typeof toolSchema>;
/** The service's version of a description. */
export type ImportedApi = z.output<typeof previewSchema>;

/** @throws if the service's response isn't a tool */
export const readImported = (document: unknown): ImportedApi => previewSchema.parse(document);

/** The tool of an operation. */
export const toolFor = ({ tools }: ImportedApi, { method, path }: Operation): ImportedTool | undefined =>
  tools.find(({ request }) => request.method === method.toUpperCase() && request.path === path);

/** The value as JSON for a tool's input: bytes become base64. */
export function asJson(value: Value): unknown {
  if (value instanceof Bytes) return value.base64;
  if (Array.isArray(value)) return value.map(asJson);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asJson(each as Value)]))
    : value;
}

function bodyInput({ request: { body } }: ImportedTool, value: Value): Record<string, unknown> | null {
  if (body === undefined) return null;
  const { from } = body;
  if ('property' in from && typeof from['property'] === 'string') return { [from['property']]: asJson(value) };
  if (!isRecord(value) || value instanceof Bytes || !('properties' in from)) return null;
  const byName = new Map(
    Object.entries(from['properties'] as Record<string, string>).map(([property, name]) => [name, property]),
  );
  const members = Object.entries(value).map(
    ([name, each]) => [byName.get(name) ?? (from['others'] === true ? name : null), asJson(each as Value)] as const,
  );
  if (members.some(([property]) => property === null)) return null;
  return Object.fromEntries(members);
}

/** A tool input with these values; null if the tool has no place for one. */
export function inputFor(
  tool: ImportedTool,
  values: ReadonlyMap<string, Value>,
  body: Value | undefined,
): Record<string, unknown> | null {
  const own = bodyInput(tool, body ?? null);
  if (body !== undefined && own === null) return null;
  const fields = tool.request.body !== undefined && body === undefined ? formInput(tool, values) : {};
  const parameters = [...values]
    .filter(([key]) => !key.startsWith('formData '))
    .map(([key, value]) => {
      const parameter = tool.request.parameters.find((each) => `${each.in} ${each.name}` === key);
      return [parameter?.property, asJson(value)] as const;
    });
  if (fields === null || parameters.some(([property]) => property === undefined)) return null;
  return { ...Object.fromEntries(parameters), ...(body !== undefined && own), ...fields };
}

/** Form fields of OpenAPI 2.0, which the service turned into members of a body. */
function formInput(tool: ImportedTool, values: ReadonlyMap<string, Value>): Record<string, unknown> | null {
  const fields = [...values].filter(([key]) => key.startsWith('formData '));
  if (fields.length === 0) return {};
  return bodyInput(tool, Object.fromEntries(fields.map(([key, value]) => [key.slice('formData '.length), value])));
}
