import { createHttp } from '../http/http.ts';

/**
 * The connector for APIs described by OpenAPI. Each tool contains its request, so calls work like those of any HTTP
 * tool.
 */
export const createOpenApi = createHttp;
