import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Report, savedReports } from './report.ts';

const TARGET = join(import.meta.dirname, '../../docs/trust.md');

const HEAD = `# What was tried

Attacks on the running service, with how many inputs each tried and how many went through. The service and its database are
real.

Each table names the command that makes it. \`npm run trust\` runs all but mutation testing, which takes hours;
\`npm run trust -- --short\` is a shorter profile, which CI runs. "Went through" counts inputs for which the claim did not
hold. A run also writes the figures as JSON into \`reports/\`, which is not kept here. [security.md](security.md) says what
each wall is, and names its tests.
`;

const cell = (text: string): string => {
  const short = text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 200);
  // Code that lost its end would show its mark.
  return short.split('`').length % 2 === 1 ? short : short.slice(0, short.lastIndexOf('`'));
};

function sectionText({ section, claim, command, rows, wrong, figures }: Report): string {
  const table = rows.map(({ what, tried, wrong: through }) => `| ${cell(what)} | ${tried} | ${through} |`);
  const beside = Object.entries(figures).map(([name, figure]) => `| ${cell(name)} | ${cell(String(figure))} |`);
  return [
    `## ${section[0]?.toUpperCase()}${section.slice(1).replaceAll('-', ' ')}`,
    '',
    `Claim: ${claim}. Command: \`${command}\`.`,
    '',
    '| what | tried | went through |\n|---|---|---|',
    ...table,
    '',
    ...(beside.length > 0 ? ['| figure | value |\n|---|---|', ...beside, ''] : []),
    ...wrong.map((problem) => `- ${cell(problem)}`),
  ]
    .join('\n')
    .trimEnd();
}

const titleOf = (text: string): string => text.split('\n', 1)[0] ?? '';

/**
 * The page with a section per report, ordered by title. Sections without a report stay as in `known`, so a partial run
 * loses none.
 */
export function pageOf(known: string, reports: readonly Report[]): string {
  const [, ...kept] = known.split(/^(?=## )/m).map((text) => text.trimEnd());
  const sections = new Map([...kept, ...reports.map(sectionText)].map((text) => [titleOf(text), text]));
  return `${[HEAD.trimEnd(), ...[...sections.values()].sort()].join('\n\n')}\n`;
}

/** Writes `docs/trust.md` from its current text and the available reports. */
export const renderTrust = (): void => writeFileSync(TARGET, pageOf(readFileSync(TARGET, 'utf8'), savedReports()));
