/**
 * The suite's client: `node asClient.ts CONTROL URL` tells the service at CONTROL to request everything from the server
 * at URL.
 */
import type { Order } from './clientSide.ts';

const [control = '', url = ''] = process.argv.slice(2);
const { MCP_CONFORMANCE_PROTOCOL_VERSION: revision = '', MCP_CONFORMANCE_CONTEXT: context = 'null' } = process.env;
const order: Order = { url, revision, context: JSON.parse(context) };
const answer = await fetch(control, { method: 'POST', body: JSON.stringify(order) });
console.error(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
