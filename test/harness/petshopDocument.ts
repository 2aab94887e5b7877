const pet = { $ref: '#/components/schemas/Pet' };
const answer = {
  '200': { description: 'What arrived', content: { 'application/json': { schema: { type: 'object' } } } },
};

const json = (schema: unknown, more: Record<string, unknown> = {}) => ({
  content: { 'application/json': { schema } },
  ...more,
});

const parameter = (place: string, name: string, schema: unknown, more: Record<string, unknown> = {}) => ({
  name,
  in: place,
  schema,
  ...(place === 'path' ? { required: true } : {}),
  ...more,
});

const text = { type: 'string' };
const texts = { type: 'array', items: text };

const secured = (scheme: string) => ({
  get: { operationId: `secure_${scheme}`, security: [{ [scheme]: [] }], responses: answer },
});

/** The document of petshop.ts, in OpenAPI 3.0: one operation per feature an importer must handle. */
export const petshopDocument = (url: string): Record<string, unknown> => ({
  openapi: '3.0.3',
  info: { title: 'Pet Shop', version: '1.0.0', description: 'A shop for tests.' },
  servers: [{ url: `${url}/{version}`, variables: { version: { default: 'echo' } } }],
  paths: {
    '/pets': {
      parameters: [parameter('header', 'X-Trace', text)],
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        description: 'By tag, page and filter.',
        parameters: [
          parameter('query', 'tags', texts),
          parameter('query', 'ids', texts, { explode: false }),
          parameter('query', 'spaced', texts, { style: 'spaceDelimited', explode: false }),
          parameter('query', 'piped', texts, { style: 'pipeDelimited', explode: false }),
          parameter(
            'query',
            'filter',
            { type: 'object', properties: { age: { type: 'integer' } } },
            { style: 'deepObject' },
          ),
          parameter('query', 'page[size]', { type: 'integer', minimum: 0, exclusiveMinimum: true, nullable: true }),
          { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
          parameter('header', 'Accept', text),
          parameter('cookie', 'theme', text),
        ],
        responses: answer,
      },
      post: { operationId: 'createPet', requestBody: json(pet, { required: true }), responses: answer },
    },
    '/pets/{id}': {
      parameters: [parameter('path', 'id', text)],
      get: { operationId: 'getPet', parameters: [parameter('query', 'id', text)], responses: answer },
      patch: {
        operationId: 'renamePet',
        requestBody: json({ type: 'object', properties: { id: text, name: text }, required: ['id'] }),
        responses: answer,
      },
      delete: { responses: answer },
    },
    '/pets/{label}/{matrix}': {
      get: {
        operationId: 'styledPath',
        parameters: [
          parameter('path', 'label', texts, { style: 'label' }),
          parameter('path', 'matrix', texts, { style: 'matrix', explode: true }),
        ],
        responses: answer,
      },
    },
    '/tags': { put: { operationId: 'setTags', requestBody: json(texts, { required: true }), responses: answer } },
    '/tree': {
      post: { operationId: 'plantTree', requestBody: json({ $ref: '#/components/schemas/Node' }), responses: answer },
    },
    '/choice': {
      post: {
        operationId: 'choose',
        requestBody: json({ oneOf: [pet, { type: 'object', properties: { other: text } }] }, { required: true }),
        responses: answer,
      },
    },
    '/form': {
      post: {
        operationId: 'sendForm',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { a: text, list: texts } },
              encoding: { list: { style: 'form', explode: false } },
            },
          },
        },
        responses: answer,
      },
    },
    '/photo': {
      post: {
        operationId: 'uploadPhoto',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { note: text, photo: { type: 'string', format: 'binary' } },
                required: ['photo'],
              },
              encoding: { photo: { contentType: 'image/png, image/jpeg' } },
            },
          },
        },
        responses: answer,
      },
    },
    '/raw': {
      put: {
        operationId: 'putRaw',
        requestBody: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: answer,
      },
    },
    '/note': {
      put: {
        operationId: 'putNote',
        requestBody: { required: true, content: { 'text/plain': { schema: text } } },
        responses: answer,
      },
    },
    ...Object.fromEntries(
      ['bearer', 'basic', 'header', 'query', 'cookie'].map((scheme) => [
        `/secure/${scheme}`,
        { servers: [{ url }], ...secured(scheme) },
      ]),
    ),
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      query: { type: 'apiKey', in: 'query', name: 'api_key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    },
    schemas: {
      Base: {
        type: 'object',
        properties: { id: { type: 'integer', readOnly: true }, name: text },
        required: ['id', 'name'],
      },
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            type: 'object',
            properties: {
              kind: { type: 'string', enum: ['cat', 'dog'], nullable: true },
              age: { type: 'integer', maximum: 100, exclusiveMaximum: true, example: 3 },
              'x-chip[1]': text,
            },
          },
        ],
      },
      Node: {
        type: 'object',
        properties: { value: text, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
        required: ['value'],
      },
    },
  },
});
