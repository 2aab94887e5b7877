import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { parseJson } from '../lib/json.ts';
import { storedObject, storedObjectOrNull } from '../lib/storedJson.ts';
import { type ServerDocument, serverDocumentSchema } from '../servers/document.ts';
import { type FullServer, getServer } from '../servers/server.ts';
import { storedSkills } from '../servers/serverSkill.ts';

/** The document from which `saveServer` would create the same server. @throws not_found */
export async function exportServer(ctx: Ctx, slug: ServerId): Promise<ServerDocument> {
  return toDocument(await getServer(ctx, slug));
}

/** A row without its null members, since the document omits the keys of null columns. */
export const present = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Partial<T>;

/** A server's document without its tools. */
export function documentHead(server: Omit<FullServer, 'tools'>) {
  const {
    slug: id,
    name,
    description,
    category,
    homepage,
    verified,
    toolPrefix,
    scopes,
    connector,
    instructions,
    skills,
  } = server;
  return {
    ...present({ id, name, description, category, homepage, verified, toolPrefix, instructions }),
    ...(scopes.length > 0 && { scopes }),
    ...(skills !== null && { skills: storedSkills(skills) }),
    credentials: server.fields.map((field) => {
      const { fieldId, name, description, required, secret, placement, link, oauth2 } = field;
      return present({ id: fieldId, name, description, required, secret, placement, link, oauth2 });
    }),
    connector,
  };
}

function toDocument(server: FullServer): ServerDocument {
  return serverDocumentSchema.parse({
    ...documentHead(server),
    tools: server.tools.map((tool) => {
      const { name, title, description } = tool;
      const inputSchema = storedObject(tool.inputSchema);
      const outputSchema = storedObjectOrNull(tool.outputSchema);
      const annotations = storedObjectOrNull(tool.annotations);
      const request = storedObjectOrNull(tool.request);
      const metadata = storedObject(tool.forClients ?? '{}');
      const forClients = Object.keys(metadata).length > 0 ? metadata : null;
      const asks = tool.asks.length > 0 ? tool.asks : null;
      const example = tool.example === null ? null : parseJson(tool.example);
      const schemas = { inputSchema, outputSchema, annotations };
      return present({ name, title, description, ...schemas, forClients, example, asks, request });
    }),
  });
}
