export { newIdempotencyKey, type Secret, type Settings, Toolyard } from './client.ts';
export { type ErrorCode, type Issue, type Pause, ToolyardError } from './errors.ts';
export type { Choice, Data, Format, ObjectSchema, Results, Tools } from './formats.ts';
export { OPERATIONS } from './generated/operations.ts';
export type { components, operations } from './generated/schema.ts';
export type { Pages } from './pages.ts';
export type { Waiting } from './pauses.ts';
export type { Answer, OperationId, Options, Params, Row } from './types.ts';
