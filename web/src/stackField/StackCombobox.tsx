import { useState } from 'react';
import { Combobox } from '../ui/Combobox.tsx';
import type { Choice } from '../ui/choice.ts';
import { useDebounced } from '../ui/useDebounced.ts';
import { withText } from '../ui/withText.ts';
import type { StackFieldProps } from './StackField.tsx';
import { useFoundStacks, useStackName } from './useStacks.ts';

/** Matching stacks, after the option for none. */
function useChoices(text: string, { none, right, serverId, disabledReasonOf }: StackFieldProps) {
  const term = useDebounced(text).trim();
  const { stacks, rest, isFetching, isOutdated } = useFoundStacks(term, { right, serverId });
  const isLate = isOutdated || term !== text.trim();
  const choices = (isLate ? withText(stacks, text) : stacks).map(
    (stack): Choice => ({ ...stack, disabledReason: disabledReasonOf?.(stack) ?? null }),
  );
  const noneOf: readonly Choice[] =
    none === undefined || text !== '' ? [] : [{ id: '', name: none, disabledReason: null }];
  return { choices: [...noneOf, ...choices], rest, isFetching: isFetching || isLate };
}

export function StackCombobox(props: StackFieldProps) {
  const { label, hint, error = null, value, none, required = false, onChange } = props;
  const [text, setText] = useState<string | null>(null);
  const listed = useChoices(text ?? '', props);
  const name = useStackName(value);
  return (
    <Combobox
      {...{ label, hint, error, required, value, name, text, listed, onChange }}
      noun="stack"
      {...(none && { placeholder: none })}
      onText={setText}
    />
  );
}
