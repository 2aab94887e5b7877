import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Report, savedReports } from './report.ts';

const TARGET = join(import.meta.dirname, '../../docs/trust.md');

const HEAD = `# Security testing

Toolyard's tests attack the running service with a real database. This page shows how many inputs each attack tried, and how many
succeeded.

Each section names the command that reproduces its figures. \`npm run trust\` runs all sections except mutation testing, which takes
hours. \`npm run trust -- --short\` is a shorter profile for CI. A run also writes its figures as JSON to \`reports/\`, which isn't in the
repository.

“Succeeded” counts the inputs that broke the claim. For mutation testing, it counts the mutants that no test detected.
[security.md](security.md) describes each protection and names its tests.
`;

/** Page titles of sections, which `npm run trust` and `reports/` name in short. */
const TITLES: Readonly<Record<string, string>> = {
  envelope: 'Encryption',
  escape: 'Sandbox escape',
  flow: 'Data flow',
  fuzz: 'Fuzzing',
  handles: 'Handles',
  'hostile-graphql': 'Hostile GraphQL',
  mutation: 'Mutation testing',
  'neighbour-table': 'Noisy neighbours',
  secrets: 'Secret leaks',
  tenancy: 'Tenant isolation',
};

const cell = (text: string): string => {
  const short = text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 200);
  // Without its closing backtick, truncated code would show the opening one.
  return short.split('`').length % 2 === 1 ? short : short.slice(0, short.lastIndexOf('`'));
};

function sectionText({ section, claim, command, rows, wrong, figures }: Report): string {
  const table = rows.map(({ label, tried, wrong: through }) => `| ${cell(label)} | ${tried} | ${through} |`);
  const figureRows = Object.entries(figures).map(([name, figure]) => `| ${cell(name)} | ${cell(String(figure))} |`);
  return [
    `## ${TITLES[section] ?? `${section[0]?.toUpperCase()}${section.slice(1)}`}`,
    '',
    `Claim: ${claim}. Command: \`${command}\`.`,
    '',
    '| attack | inputs | succeeded |\n|---|---|---|',
    ...table,
    '',
    ...(figureRows.length > 0 ? ['| figure | value |\n|---|---|', ...figureRows, ''] : []),
    ...wrong.map((problem) => `- ${cell(problem)}`),
  ]
    .join('\n')
    .trimEnd();
}

const titleOf = (text: string): string => text.split('\n', 1)[0] ?? '';

/**
 * The page with a section per report, ordered by title. A section without a report stays as in `known`, so a partial
 * run loses none.
 */
export function pageOf(known: string, reports: readonly Report[]): string {
  const [, ...oldSections] = known.split(/^(?=## )/m).map((text) => text.trimEnd());
  const sections = new Map([...oldSections, ...reports.map(sectionText)].map((text) => [titleOf(text), text]));
  return `${[HEAD.trimEnd(), ...[...sections.values()].sort()].join('\n\n')}\n`;
}

/** Writes `docs/trust.md` from its current text and the available reports. */
export const renderTrust = (): void => writeFileSync(TARGET, pageOf(readFileSync(TARGET, 'utf8'), savedReports()));
