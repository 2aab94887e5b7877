import { useId } from 'react';
import { ButtonAnchor } from '../../../ui/Button.tsx';
import { CLIENTS, type Client, type Connection } from './clients.ts';
import './connect.css';

/** Clients with one-click setup come first. */
const INSTALLABLE = CLIENTS.filter(({ linkOf }) => linkOf !== null);
const SHOWN = [...INSTALLABLE, ...CLIENTS.filter(({ linkOf }) => linkOf === null)];

/** Links that open a client and add the server to it. */
export function OneClick({ connection }: { readonly connection: Connection }) {
  return (
    <div className="row">
      {INSTALLABLE.map(({ id, label, linkOf }) => (
        <ButtonAnchor key={id} kind="primary" href={linkOf?.(connection) ?? ''}>
          Add to {label}
        </ButtonAnchor>
      ))}
      <span className="soft small">
        One-click setup. The link contains no token, so the client asks you to sign in.
      </span>
    </div>
  );
}

type ClientChoiceProps = { readonly chosen: Client | null; readonly onChoose: (client: Client) => void };

export function ClientChoice({ chosen, onChoose }: ClientChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="stacks-clients__legend">Choose your client</legend>
      <div className="stacks-clients">
        {SHOWN.map((client) => (
          <label key={client.id} className="stacks-client">
            <input
              className="stacks-client__input"
              type="radio"
              name={name}
              checked={client === chosen}
              onChange={() => onChoose(client)}
            />
            <span className="stacks-client__mark" aria-hidden>
              {markOf(client.label)}
            </span>
            <span>{client.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Initials of the first two words. */
const markOf = (label: string): string =>
  label
    .split(' ')
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('');
