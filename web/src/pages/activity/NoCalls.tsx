import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import type { Stack } from './Filters.tsx';
import type { ActivitySearch } from './search.ts';

type NoCallsProps = { readonly search: ActivitySearch; readonly stacks: readonly Stack[] };

/** Why the list is empty, and what fills it. */
export function NoCalls({ search, stacks }: NoCallsProps) {
  const { stack, tool, outcome } = search;
  const asked = stacks.filter(({ id }) => stack === undefined || id === stack);
  if (tool !== undefined || outcome !== undefined) {
    return (
      <Empty title="No call fits these filters" action={<ButtonLink to="/activity">Clear the filters</ButtonLink>}>
        Try a longer time, another tool or every outcome.
      </Empty>
    );
  }
  if (asked.length > 0 && asked.every(({ configuration }) => !configuration.analyticsEnabled)) {
    return (
      <Empty title="Calls are not recorded">
        Switch recording on above. From then on every call of the stack shows here as it happens.
      </Empty>
    );
  }
  const toPlayground = (
    <ButtonLink kind="primary" to="/playground" search={stack === undefined ? {} : { stack }}>
      Open the playground
    </ButtonLink>
  );
  return (
    <Empty title="No calls in this time" action={toPlayground}>
      Calls show here as they happen. Run a tool in the playground, or let an agent call one.
    </Empty>
  );
}
