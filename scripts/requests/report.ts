import { markdownTable } from '../../bench/lib/table.ts';
import type { Library } from './explained.ts';
import type { RequestResult } from './try.ts';

/** An operation, or a whole description, that couldn't be tried. */
export type Failed = { readonly label: string; readonly why: string };

/** Inputs are made without a validator, so the service rightly refuses some combinations. */
const REFUSED_SHARE_MAX = 0.03;
const LIBRARIES: readonly Library[] = ['swagger-client', 'oas-to-har'];
const SHOWN_AT_LEAST = 2;

function strataTable(verdicts: readonly RequestResult[]): string {
  const byStratum = new Map<string, { right: number; all: number }>();
  for (const { strata, isRight } of verdicts) {
    for (const stratum of strata) {
      const count = byStratum.get(stratum) ?? { right: 0, all: 0 };
      byStratum.set(stratum, { right: count.right + (isRight === true ? 1 : 0), all: count.all + 1 });
    }
  }
  const rows = [...byStratum].filter(([, { right, all }]) => all >= SHOWN_AT_LEAST || right < all);
  return markdownTable(
    ['what is described', 'right', 'of'],
    rows
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { right, all }]) => [name, String(right), String(all)]),
  );
}

/** Prints the results. @returns false if a request is wrong or unexplained */
export function report(all: readonly RequestResult[], failed: readonly Failed[]): boolean {
  const verdicts = all.filter(({ isRight }) => isRight !== null);
  const right = verdicts.filter(({ isRight }) => isRight === true).length;
  console.log(strataTable(verdicts));
  for (const library of LIBRARIES) {
    const agreeing = verdicts.filter((each) => each.agreeing.includes(library)).length;
    console.log(`\n${library} has the same for ${agreeing} of ${verdicts.length}; it has something else`);
    const reasons = verdicts.flatMap((each) =>
      each.reasons.filter(([one]) => one === library).map(([, reason]) => reason ?? 'NOT EXPLAINED'),
    );
    for (const [reason, of] of Map.groupBy(reasons, (each) => each)) console.log(`  ${of.length} times: ${reason}`);
  }
  console.log('');
  for (const { notes } of all) for (const note of notes) console.log(note);
  for (const { label, why } of failed) console.log(`${label}: not tried: ${why}`);
  const refused = all.length - verdicts.length;
  console.log(
    `\n${right} of ${verdicts.length} requests are right; of ${refused} more operations no input was accepted, and ${failed.length} could not be tried`,
  );
  const isExplained = verdicts.every(({ reasons }) => reasons.every(([, reason]) => reason !== null));
  return (
    right === verdicts.length && isExplained && refused <= verdicts.length * REFUSED_SHARE_MAX && failed.length === 0
  );
}
