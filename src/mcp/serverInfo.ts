import packageJson from '../../package.json' with { type: 'json' };

/** The service's name and version for MCP clients (`serverInfo`). */
export const SERVER_INFO = { name: packageJson.name, version: packageJson.version } as const;
