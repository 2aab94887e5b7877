import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readAlerts, readDashboard } from '../../scripts/deploy/files.ts';
import { toCallOutcome } from '../../src/core/callRecords/outcome.ts';

const alerts = readAlerts();

it('docs/runbook.md has a section for each alert, and no other', () => {
  const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
});

it.each(alerts)('$alert links to its section', ({ alert, annotations }) => {
  expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
});

it('alerts and dashboard use existing call outcomes', () => {
  const expressions = [...alerts, ...readDashboard().panels.flatMap(({ targets }) => targets)]
    .map(({ expr }) => expr)
    .join();
  const outcomes = [...expressions.matchAll(/outcome=~?"([^"]*)"/g)].flatMap(([, names = '']) => names.split('|'));
  expect(outcomes.length).toBeGreaterThan(4);
  expect(outcomes.map(toCallOutcome)).toEqual(outcomes);
});

it('the dashboard’s panels have unique ids and do not overlap', () => {
  const { panels } = readDashboard();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});
