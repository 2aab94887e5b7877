import { AppError } from '../core/lib/errors.ts';

/** Responses to requests that Fastify refuses before a surface sees them, by Fastify's code. */
export const FRAMEWORK_ERRORS: Readonly<Record<string, AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', 'Request body too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', 'Content-Type must be application/json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid_input', 'Invalid request parameters'),
  // Only for QUERY (RFC 10008, section 2).
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: new AppError('invalid_input', 'Content-Type is missing'),
};
