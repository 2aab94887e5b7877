import { createHttp } from '../http/http.ts';

/** The connector for APIs described by OpenAPI. How a request is made depends on the tool alone. */
export const createOpenApi = createHttp;
