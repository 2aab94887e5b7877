import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

export const RULES_FILE = 'deploy/prometheus/rules.yml';
export const DASHBOARD_FILE = 'deploy/grafana/toolyard.json';

const rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const panel = z.object({
  id: z.number(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).default([]),
});

const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.unknown() })) }),
  panels: z.array(panel),
});

/** The alerts of all rule groups. */
export const readAlerts = () =>
  rules.parse(parse(readFileSync(RULES_FILE, 'utf8'))).groups.flatMap((group) => group.rules);

export const readDashboard = () => dashboard.parse(JSON.parse(readFileSync(DASHBOARD_FILE, 'utf8')));

type DashboardQuery = { readonly panel: string; readonly expr: string; readonly legend: string };

/** A dashboard's queries, with Grafana's variables replaced. */
export const dashboardQueries = (): readonly DashboardQuery[] =>
  readDashboard().panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({
      panel: title,
      legend: legendFormat,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    })),
  );
