import { join } from 'node:path';
import type Builder from '@pothos/core';

/** Boundary: the service's graphql, because the scripts install another copy. */
const { default: SchemaBuilder } = (await import(
  join(import.meta.dirname, '../../node_modules/@pothos/core/esm/index.js')
)) as { default: typeof Builder };

// Test files run again with all modules reloaded, including our own schema plugin.
SchemaBuilder.allowPluginReRegistration = true;
