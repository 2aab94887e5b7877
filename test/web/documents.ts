import { globSync } from 'node:fs';
import { resolve } from 'node:path';

export type DashboardDocument = {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly name: string;
  readonly text: string;
};

/** Every operation in the exact form that the dashboard sends. */
export async function documentsOfDashboard(): Promise<readonly DashboardDocument[]> {
  const files = globSync('web/src/**/operations.ts');
  const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(resolve(file))));
  return modules.flatMap((exports) => Object.values(exports).flatMap((document) => toDocument(String(document))));
}

function toDocument(text: string): readonly DashboardDocument[] {
  const [, kind, name] = /^\s*(query|mutation|subscription) (\w+)/.exec(text) ?? [];
  if (name === undefined) return [];
  if (kind !== 'query' && kind !== 'mutation' && kind !== 'subscription') return [];
  return [{ kind, name, text }];
}
