import packageJson from '../../package.json' with { type: 'json' };

/** How we introduce ourselves to MCP clients. */
export const SERVER_INFO = { name: packageJson.name, version: packageJson.version } as const;
