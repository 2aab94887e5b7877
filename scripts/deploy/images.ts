import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import { z } from 'zod';

export const COMPOSE_FILE = 'deploy/compose/compose.yaml';
const FOLDER = resolve('scripts/deploy');

/** @throws if the file doesn't fit the Compose schema of the package `dclint` */
export function checkCompose(): void {
  const text = readFileSync(`${FOLDER}/node_modules/dclint/schemas/compose.schema.json`, 'utf8');
  // Remove `id` and `$schema`: they name a draft that ajv doesn't have, and nothing refers to them.
  const schema = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(text.replaceAll(/"(?:id|\$schema)": "[^"]*",/g, '')));
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  const file: unknown = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true });
  if (!ajv.validate(schema, file)) throw new Error(`${COMPOSE_FILE}: ${ajv.errorsText()}`);
}

const diagnostics = z.array(
  z.object({ message: z.string(), range: z.object({ start: z.object({ line: z.number() }) }) }),
);
const linter = z.object({ validate: z.custom<(text: string) => unknown>((value) => typeof value === 'function') });

/** @throws with the findings of `dockerfile-utils` */
export function checkDockerfile(): void {
  const { validate } = linter.parse(createRequire(`${FOLDER}/package.json`)('dockerfile-utils'));
  const diagnosed = diagnostics.parse(validate(readFileSync('Dockerfile', 'utf8')));
  const problems = diagnosed.map(({ message, range }) => `Dockerfile:${range.start.line + 1}: ${message}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
