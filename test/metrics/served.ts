import { toCallOutcome } from '../../src/core/callRecords/outcome.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { SURFACES } from '../../src/metrics/counters.ts';

type Labels = ReadonlyMap<string, ReadonlySet<string>>;

/** The metrics that a running service exposes at `/metrics`: each one's kind, and its label values. */
export type Served = ReadonlyMap<string, { readonly kind: string; readonly labels: Labels }>;

const ENDS = /_(bucket|sum|count)$/;
// Prometheus adds these itself.
const OF_PROMETHEUS = { up: ['job', 'instance'], everywhere: ['instance'] };

/** Whether the code can give a label this value. Omits gauges, which always serve all of their values. */
const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  surface: (value) => SURFACES.some((surface) => surface === value),
  class: (value) => Object.hasOwn(DOCUMENTED_LIMITS, value),
  outcome: (value) => toCallOutcome(value) === value,
};

export function servedIn(text: string): Served {
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const served = new Map(
    kinds.map(([, name = '', kind = '']) => [name, { kind, labels: new Map<string, Set<string>>() }]),
  );
  for (const [, series = '', labels = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    const family = served.get(series) ?? served.get(series.replace(ENDS, ''));
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      family?.labels.set(label, (family.labels.get(label) ?? new Set()).add(value));
    }
  }
  return served;
}

/** Unserved metrics, labels and label values in a PromQL expression and its legend. */
export function unknownIn(expr: string, served: Served, legend = ''): readonly string[] {
  const selectors = [...expr.matchAll(/\b(up|(?:toolyard|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({ name, matchers, labels: labelsOf(name, served) }),
  );
  const everyHas = (label: string): boolean => selectors.every(({ labels }) => labels?.includes(label) ?? true);
  const grouped = [...expr.matchAll(/\b(by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, word = '', list = '']) =>
    list.split(',').map((label) => ({ word, label: label.trim() })),
  );
  const grouping = grouped.filter(({ word }) => word === 'by').map(({ label }) => label);
  const isKnown = (label: string): boolean => (grouping.length > 0 ? grouping.includes(label) : everyHas(label));
  return [
    ...selectors.flatMap(({ name, matchers, labels }) => (labels ? unmatched(name, matchers, labels, served) : [name])),
    ...grouped.filter(({ label }) => !everyHas(label)).map(({ word, label }) => `${word} (${label})`),
    ...[...legend.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].flatMap(([text, label = '']) => (isKnown(label) ? [] : [text])),
  ];
}

function unmatched(name: string, matchers: string, labels: readonly string[], served: Served): readonly string[] {
  return [...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap(([, label = '', is = '', value = '']) => {
    if (!labels.includes(label)) return [`${name}{${label}}`];
    // The alternatives of a pattern, if they are plain names.
    const values = is.endsWith('~') ? value.split('|').filter((each) => /^\w+$/.test(each)) : [value];
    return values
      .filter((each) => !mayHave(label, each, familyOf(name, served)))
      .map((each) => `${name}{${label}="${each}"}`);
  });
}

function mayHave(label: string, value: string, family: ReturnType<Served['get']>): boolean {
  const ofCode = VALUES[label];
  if (ofCode) return ofCode(value);
  const known = family?.kind === 'gauge' ? family.labels.get(label) : undefined;
  return known?.has(value) ?? true;
}

function labelsOf(name: string, served: Served): readonly string[] | null {
  if (name === 'up') return OF_PROMETHEUS.up;
  const family = familyOf(name, served);
  return family ? [...family.labels.keys(), ...OF_PROMETHEUS.everywhere] : null;
}

function familyOf(name: string, served: Served): ReturnType<Served['get']> {
  const family = served.get(name.replace(ENDS, ''));
  return served.get(name) ?? (isSplit(family?.kind) ? family : undefined);
}

const isSplit = (kind: string | undefined): boolean => kind === 'histogram' || kind === 'summary';
