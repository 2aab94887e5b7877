import { Gauge, type Registry } from 'prom-client';

/** A gauge that is read when Prometheus scrapes: one figure, or one per label value. */
type GaugeOptions = {
  readonly name: string;
  readonly help: string;
  /** The label's name. It has few values, which identify no account. */
  readonly label?: string;
  /** The figure of several workers. */
  readonly ofWorkers?: 'sum' | 'min' | 'max';
  /** Null: nothing to report. */
  read(): Figures | Promise<Figures>;
};

type Figures = number | ReadonlyMap<string, number> | null;

export function addGauge(registry: Registry, { name, help, label, ofWorkers = 'sum', read }: GaugeOptions): void {
  new Gauge({
    name,
    help,
    aggregator: ofWorkers,
    ...(label !== undefined && { labelNames: [label] }),
    registers: [registry],
    async collect() {
      const figures = await read();
      if (figures === null) return this.remove();
      if (typeof figures === 'number') return this.set(figures);
      for (const [value, figure] of figures) this.set({ [label ?? '']: value }, figure);
    },
  });
}
