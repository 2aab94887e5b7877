import { SelectField } from '../../../ui/Field.tsx';

type EndpointSelectProps = {
  readonly endpoints: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onChange: (endpointId: string) => void;
};

/** The endpoint that tokens are for. */
export function EndpointSelect({ endpoints, value, onChange }: EndpointSelectProps) {
  return (
    <SelectField label="Client endpoint" value={value} onChange={(event) => onChange(event.target.value)}>
      {endpoints.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
