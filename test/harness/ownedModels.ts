import { readFileSync } from 'node:fs';

const UNOWNED = new Set(['account', 'auditChain', 'credentialField', 'oAuthRegistration', 'server', 'shippedServer']);
const OF_THE_OPERATOR = new Set(['signingKey', 'tool', 'toolEmbedding', 'upkeepTask', 'usedChallenge', 'vaultKey']);

type Model = { readonly name: string; readonly table: string; readonly fields: ReadonlyMap<string, string> };

/** The model's name as clients call it. */
const memberOf = (name: string): string => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;

const models: readonly Model[] = [
  ...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{([\s\S]*?)@@map\("(\w+)"\)/gm),
].map(([, name = '', body = '', table = '']) => ({
  name: memberOf(name),
  table,
  fields: new Map(
    [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)].map(([, field = '', type = '']) => [field, memberOf(type)]),
  ),
}));

/** The clients' models. */
export const MODELS: ReadonlySet<string> = new Set(models.map(({ name }) => name));

/** Whether a model's rows belong to an account. */
export const isOwned = (model: string): boolean =>
  MODELS.has(model) && !UNOWNED.has(model) && !OF_THE_OPERATOR.has(model);

/** The tables of models that belong to an account. */
export const TABLES_OWNED: ReadonlySet<string> = new Set(
  models.filter(({ name }) => isOwned(name)).map(({ table }) => table),
);

/** The model that a model's field refers to; undefined for a column. */
export function relationOf(model: string, field: string): string | undefined {
  const type = models.find(({ name }) => name === model)?.fields.get(field);
  return type !== undefined && MODELS.has(type) ? type : undefined;
}
