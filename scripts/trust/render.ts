import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Report, savedReports } from './report.ts';

const TARGET = join(import.meta.dirname, '../../docs/trust.md');

const HEAD = `# What was tried

Each table is made by the command that it names, against the real service with a real database; \`npm run trust\` runs them
all, and \`npm run trust -- --short\` a shorter profile, which CI runs. "Went through" counts inputs for which the claim did not
hold. A run writes the same figures for machines into \`reports/\`, which is not kept here. [security.md](security.md) says what
each wall is, and names the tests of those that are not here.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 200);

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

/** Writes `docs/trust.md` from the reports that are there. */
export const renderTrust = (): void =>
  writeFileSync(TARGET, `${[HEAD.trimEnd(), ...savedReports().map(sectionText)].join('\n\n')}\n`);
