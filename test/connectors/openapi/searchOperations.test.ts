import { expect, it } from 'vitest';
import { searchOperations } from '../../../src/connectors/openapi/searchOperations.ts';

const operation = (operationId: string, summary: string, more: object = {}) => ({
  operationId,
  summary,
  responses: { 200: { description: 'It' } },
  ...more,
});

const MAIL = {
  openapi: '3.1.0',
  info: { title: 'Post', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/inbox': { get: operation('inbox_list', 'Enumerate what has arrived') },
    '/messages': { post: operation('messages_dispatch', 'Sends an email to people') },
    '/labels': { get: operation('labels_list', 'List labels'), post: operation('labels_create', 'Create a label') },
    '/labels/{id}': {
      delete: operation('labels_delete', 'Delete a label', {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      }),
    },
  },
};

const search = async (query: string, options = {}) =>
  (await searchOperations(MAIL, options, query)).operations.map(({ operationId }) => operationId);

it('finds operations by words of a task, also by synonyms, best first', async () => {
  expect((await search('remove the label'))[0]).toBe('labels_delete');
  expect((await search('add a new label'))[0]).toBe('labels_create');
  expect((await search('mail somebody'))[0]).toBe('messages_dispatch');
  expect(await search('weather')).toEqual([]);
});

it('lists the selected ones, with their number', async () => {
  const choice = { include: { paths: ['/labels'] } };
  expect(await search('delete label', { choice })).not.toContain('labels_delete');
  expect(await searchOperations(MAIL, { choice }, 'label')).toMatchObject({ totalCount: 2, title: 'Post' });
});

it('finds at most 50', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`/label${at}`, { get: operation(`get${at}`, 'Read a label') }]),
  );
  expect((await searchOperations({ ...MAIL, paths }, {}, 'read a label')).operations).toHaveLength(50);
});
