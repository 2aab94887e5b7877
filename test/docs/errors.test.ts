import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ToolFailure } from '../../src/core/results/outcome.ts';
import { STATUS } from '../../src/wire/errors.ts';

const page = readFileSync('docs/errors.md', 'utf8');

// A new outcome does not compile until it is listed here.
const OUTCOMES = {
  tool_error: true,
  missing_credentials: true,
  upstream_refused: true,
  upstream_rate_limited: true,
  upstream_error: true,
  timed_out: true,
  unreachable: true,
  outcome_unknown: true,
  address_refused: true,
  bad_answer: true,
  denied: true,
  approval_required: true,
  held_for_review: true,
  cancelled: true,
} satisfies Record<ToolFailure['kind'], true>;

/** The page's text below a heading, by the name in it. */
function entries(heading: string): Record<string, string> {
  const part = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return Object.fromEntries(
    part
      .split(/^### /m)
      .slice(1)
      .map((entry) => [/^`(\w+)`/.exec(entry)?.[1] ?? entry, entry]),
  );
}

describe('docs/errors.md', () => {
  const codes = entries('Error codes');

  it('has one entry per error code, and no other', () => {
    expect(Object.keys(codes).sort()).toEqual(Object.keys(STATUS).sort());
  });

  it.each(Object.entries(STATUS))('lists %s with exit code %i', (code, status) => {
    expect(codes[code]).toContain(`Status ${status}`);
  });

  it('has one entry per outcome of a tool, and no other', () => {
    expect(Object.keys(entries('Outcomes of a tool')).sort()).toEqual(Object.keys(OUTCOMES).sort());
  });
});
