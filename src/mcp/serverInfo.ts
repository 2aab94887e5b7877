import packageJson from '../../package.json' with { type: 'json' };

/** How the service introduces itself to MCP clients (`serverInfo`). */
export const SERVER_INFO = { name: packageJson.name, version: packageJson.version } as const;
