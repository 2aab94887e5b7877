import { useId, useState } from 'react';
import { Code } from '../../../ui/Code.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { CLIENTS, type Connection } from './clients.ts';

type ClientSetupProps = { readonly connection: Connection };

/** What to paste where, for the client that one has. */
export function ClientSetup({ connection }: ClientSetupProps) {
  const [clientId, setClientId] = useState('claude-code');
  const id = useId();
  const client = CLIENTS.find((each) => each.id === clientId);
  if (!client) return null;
  return (
    <div className="stack stack--small">
      <div className="stacks-short">
        <SelectField label="Client" value={clientId} onChange={(event) => setClientId(event.target.value)}>
          {CLIENTS.map((each) => (
            <option key={each.id} value={each.id}>
              {each.label}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="soft small" id={id}>
        {client.where}
      </p>
      <Code text={client.textOf(connection)} label={`Configuration for ${client.label}`} isWrapped />
    </div>
  );
}
