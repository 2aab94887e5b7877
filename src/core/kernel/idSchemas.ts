import type { ZodString, ZodType } from 'zod';
import { type CallerId, isIdText, type ServerId, type StackId, type ToolId, type UploadId } from './ids.ts';

/** A schema that turns texts into ids. Only the type changes: messages and JSON Schema stay the same. */
const brandedSchema = <T extends string>(schema: ZodType<string, string>): ZodType<T, string> =>
  schema as ZodType<T, string>;

export const serverIdSchema = (schema: ZodType<string, string>): ZodType<ServerId, string> =>
  brandedSchema<ServerId>(schema);
/** Schema for a public tool id. */
export const toolIdSchema = (schema: ZodType<string, string>): ZodType<ToolId, string> => brandedSchema<ToolId>(schema);
const idSchema = <T extends string>(schema: ZodString) => brandedSchema<T>(schema.refine(isIdText, 'must be an id'));
export const stackIdSchema = (schema: ZodString): ZodType<StackId, string> => idSchema<StackId>(schema);
export const uploadIdSchema = (schema: ZodString): ZodType<UploadId, string> => idSchema<UploadId>(schema);
export const callerIdSchema = (schema: ZodString): ZodType<CallerId, string> => idSchema<CallerId>(schema);
