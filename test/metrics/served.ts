/** What a running service serves at `/metrics`: each metric's kind, and the labels that its series have now. */
export type Served = ReadonlyMap<string, { readonly kind: string; readonly labels: ReadonlySet<string> }>;

const ENDS = /_(bucket|sum|count)$/;
// Prometheus adds these itself.
const OF_PROMETHEUS = { up: ['job', 'instance'], everywhere: ['instance'] };

export function servedIn(text: string): Served {
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const served = new Map(kinds.map(([, name = '', kind = '']) => [name, { kind, labels: new Set<string>() }]));
  for (const [, series = '', labels = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    const found = served.get(series) ?? served.get(series.replace(ENDS, ''));
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found?.labels.add(label);
  }
  return served;
}

/** What an expression of PromQL names that is not served: a metric, or a label of one. */
export function unknownIn(expr: string, served: Served): readonly string[] {
  return [...expr.matchAll(/\b(up|(?:toolyard|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', matchers = '']) => {
      const labels = labelsOf(name, served);
      if (!labels) return [name];
      const named = [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label);
      return named.filter((label) => !labels.includes(label)).map((label) => `${name}{${label}}`);
    },
  );
}

function labelsOf(name: string, served: Served): readonly string[] | null {
  if (name === 'up') return OF_PROMETHEUS.up;
  const family = name.replace(ENDS, '');
  const found = served.get(name) ?? (isSplit(served.get(family)?.kind) ? served.get(family) : undefined);
  return found ? [...found.labels, ...OF_PROMETHEUS.everywhere] : null;
}

const isSplit = (kind: string | undefined): boolean => kind === 'histogram' || kind === 'summary';
