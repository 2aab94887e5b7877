import { startHttpApi } from '../harness/petshop.ts';
import { startInstallation } from './toolyard.ts';

const tool = (name: string, path: string, properties = {}) => ({
  name,
  description: `About ${name}\nin two lines`,
  inputSchema: { type: 'object', properties },
  request: { kind: 'template', method: 'GET', path, query: { message: '{message}' } },
});

/** @param header the header with the shop's key */
export const documentFor = (baseUrl: string, header = 'x-shop-key') => ({
  id: 'shop',
  name: 'The Shop',
  connector: { kind: 'http', baseUrl },
  credentials: [
    { id: 'shop_key', name: 'Key', required: true, placement: { in: 'header', name: header } },
    { id: 'shop_region', name: 'Region', required: false },
  ],
  tools: [
    tool('echo', '/echo/said', { message: { type: 'string' } }),
    tool('fail', '/status/500'),
    tool('hang', '/slow/headers'),
  ],
});

/** A running server with the shop in its marketplace, and the upstream that the shop calls. */
export async function openShop() {
  const petshop = await startHttpApi();
  const at = await startInstallation('127.0.0.1/32');
  await at.world.saveServer(documentFor(petshop.url));
  return {
    at,
    petshop,
    async close() {
      await at.close();
      await petshop.close();
    },
  };
}
