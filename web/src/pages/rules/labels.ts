import type { RulesLabelsQuery } from '../../gql/graphql.ts';

/** The results of a server, or of one of its tools. */
type LabelledResults = { readonly serverId: string; readonly toolId: string | null };

/** Identifies labelled results; ids contain no spaces. */
export const labelKey = ({ serverId, toolId }: LabelledResults): string =>
  toolId === null ? serverId : `${serverId} ${toolId}`;

export function resultsOf(key: string): LabelledResults {
  const [serverId = '', toolId = null] = key.split(' ');
  return { serverId, toolId };
}

export type LabelledServer = NonNullable<RulesLabelsQuery['servers']>['nodes'][number];

export type ResultLabel = LabelledResults & { readonly name: string; readonly label: string };

/** The labels of a server: its own, then those of its tools. */
export function labelsOf({ slug, name, resultLabel, labelledTools }: LabelledServer): readonly ResultLabel[] {
  const own = resultLabel === null ? [] : [{ serverId: slug, toolId: null, name, label: resultLabel }];
  const ofTools = (labelledTools?.nodes ?? []).map(({ toolId, title, resultLabel: label }) => ({
    serverId: slug,
    toolId,
    name: title ?? toolId,
    label: label ?? '',
  }));
  return [...own, ...ofTools];
}
