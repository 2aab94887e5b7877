import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import type { StacksPickEndpointsQuery } from '../../../gql/graphql.ts';
import { Combobox } from '../../../ui/Combobox.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { useDebounced } from '../../../ui/useDebounced.ts';
import { withText } from '../../../ui/withText.ts';
import { useOpenStack } from '../openStack.ts';
import { STACKS_PICK_ENDPOINTS } from './operations.ts';

type Endpoints = NonNullable<StacksPickEndpointsQuery['stack']>['endpoints'];
export type PickedEndpoint = Endpoints['nodes'][number];

const NONE: Endpoints = { totalCount: 0, nodes: [] };

/** The stack's endpoints whose names match a text. */
export function usePickEndpoints(stackId: string, search: string) {
  const variables = { stackId, search: search || null };
  const query = useApiQuery(STACKS_PICK_ENDPOINTS, variables, { keepPrevious: true });
  const { data, error, refetch, isFetching, isPlaceholderData: isOutdated } = query;
  return { data: data && (data.stack?.endpoints ?? NONE), error, refetch, isFetching, isOutdated };
}

type EndpointFieldProps = {
  readonly endpoint: PickedEndpoint;
  readonly onChange: (endpoint: PickedEndpoint) => void;
};

/** A select if the stack has few endpoints, otherwise a search. */
export function EndpointField({ endpoint, onChange }: EndpointFieldProps) {
  const { id: stackId } = useOpenStack();
  const [text, setText] = useState<string | null>(null);
  const { totalCount, nodes: first } = usePickEndpoints(stackId, '').data ?? NONE;
  const typed = (text ?? '').trim();
  const debounced = useDebounced(typed);
  const { data: endpoints = NONE, isFetching, isOutdated } = usePickEndpoints(stackId, debounced);
  const isLate = isOutdated || debounced !== typed;
  const nodes = isLate ? withText(endpoints.nodes, typed) : endpoints.nodes;
  const choose = (id: string) => {
    const chosen = [...first, ...endpoints.nodes].find((each) => each.id === id);
    if (chosen) onChange(chosen);
  };
  if (totalCount > first.length)
    return (
      <Combobox
        label="Client endpoint"
        noun="client endpoint"
        required
        value={endpoint.id}
        name={endpoint.name}
        text={text}
        listed={{
          choices: nodes.map(({ id, name }) => ({ id, name, disabledReason: null })),
          rest: endpoints.totalCount - endpoints.nodes.length,
          isFetching: isFetching || isLate,
        }}
        onText={setText}
        onChange={choose}
      />
    );
  return (
    <SelectField label="Client endpoint" value={endpoint.id} onChange={({ target }) => choose(target.value)}>
      {first.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
