import { z } from 'zod';

// The official registry's `server.json`, schema 2025-12-11; members not needed for a connection are ignored.

const input = z.object({
  description: z.string().optional(),
  isRequired: z.boolean().default(false),
  isSecret: z.boolean().default(false),
  format: z.string().default('string'),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
  /** A fixed value; `{name}` refers to one of `variables`. */
  value: z.string().optional(),
});
const variables = z.record(z.string(), input).default({});
const keyValueInput = input.extend({ name: z.string().min(1), variables });

const argument = z.discriminatedUnion('type', [
  input.extend({ type: z.literal('positional'), valueHint: z.string().optional(), variables }),
  input.extend({ type: z.literal('named'), name: z.string().min(1), variables }),
]);

const remote = z.object({
  type: z.string(),
  url: z.string().min(1),
  headers: z.array(keyValueInput).default([]),
  variables,
});

const packageEntry = z.object({
  registryType: z.string(),
  identifier: z.string().min(1),
  version: z.string().optional(),
  transport: z.object({ type: z.string() }),
  runtimeArguments: z.array(argument).default([]),
  packageArguments: z.array(argument).default([]),
  environmentVariables: z.array(keyValueInput).default([]),
});

/** A `server.json` of the official MCP registry, schema 2025-12-11; only the parts needed for a connection. */
export const registryServerSchema = z.object({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().default(''),
  websiteUrl: z.string().optional(),
  repository: z.object({ url: z.string().optional() }).optional(),
  remotes: z.array(remote).default([]),
  packages: z.array(packageEntry).default([]),
});

/** A parsed `server.json`. */
export type RegistryServer = z.infer<typeof registryServerSchema>;
/** An MCP server at an address. */
export type RegistryRemote = z.infer<typeof remote>;
/** An MCP server as a package of npm, PyPI or an image registry. */
export type RegistryPackage = z.infer<typeof packageEntry>;
/** A value that the user enters, or a fixed one. */
export type RegistryInput = z.infer<typeof input>;
/** An input with the name of its header or environment variable. */
export type RegistryKeyValue = z.infer<typeof keyValueInput>;
/** An argument of a package's command line. */
export type RegistryArgument = z.infer<typeof argument>;
