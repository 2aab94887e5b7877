import { createHttp } from '../http/http.ts';

/** The connector for APIs described by OpenAPI. A request depends only on its tool. */
export const createOpenApi = createHttp;
