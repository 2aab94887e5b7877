export const petshopDocument = (url: string): Record<string, unknown> => ({
  openapi: '3.0.3',
  info: { title: 'Petshop', version: '1' },
  servers: [{ url }],
  paths: {},
});
