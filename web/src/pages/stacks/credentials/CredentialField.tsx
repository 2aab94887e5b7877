import { useState } from 'react';
import type { StacksFieldFragment, StacksServerFragment } from '../../../gql/graphql.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FoldedMarkdown } from '../../../ui/Markdown.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { Time } from '../../../ui/Time.tsx';
import { TokenLink } from '../../../ui/TokenLink.tsx';
import { withoutMarks } from '../../../ui/withoutMarks.ts';
import { neededBy } from '../../marketplace/search.ts';
import { SignInButton } from './SignInButton.tsx';
import { SignInSteps } from './SignInSteps.tsx';

export type DeclaredField = StacksServerFragment['server']['credentialFields'][number];

/** Where a credential is stored: `endUser` is null for the stack itself. */
export type CredentialPlace = { readonly stackId: string; readonly serverId: string; readonly endUser: string | null };

type CredentialFieldProps = {
  readonly place: CredentialPlace;
  readonly field: DeclaredField;
  readonly status: StacksFieldFragment | null;
  /** Names of the fields for its OAuth application. */
  readonly clientNames: readonly string[];
  /** One of these fields isn't stored, so signing in isn't possible yet. */
  readonly isClientMissing: boolean;
  /** Required by the tools, or by the chosen alternative. */
  readonly isNeeded: boolean;
  readonly value: string;
  readonly error: string | null;
  /** True if an empty value is to be stored. */
  readonly isEmptied: boolean;
  readonly onType: (value: string) => void;
  readonly onEmpty: (isEmpty: boolean) => void;
  readonly onRemove: () => void;
};

export function CredentialField(props: CredentialFieldProps) {
  const { place, field, status, clientNames, isClientMissing, isNeeded, value, error, isEmptied } = props;
  const { onType, onEmpty, onRemove } = props;
  const [isReplacing, setIsReplacing] = useState(false);
  const isAdded = status?.state === 'ADDED';
  const isTyping = isReplacing || isOnlyTyped(status);
  const start = () => setIsReplacing(true);
  const stop = () => {
    onType('');
    onEmpty(false);
    setIsReplacing(false);
  };
  return (
    <div className="stacks-field">
      <div className="row row--spread">
        <p className="row">
          <strong>{field.name}</strong>
          <span className="soft small">{isNeeded ? 'required' : neededBy(field)}</span>
        </p>
        <FieldState status={status} isRequired={isNeeded} />
      </div>
      {status?.isMoved && (
        <p className="small">The server’s URL or the credential’s use has changed, so enter it again.</p>
      )}
      {!isTyping && <FoldedMarkdown className="soft small" text={field.description} summary={`About ${field.name}`} />}
      {!isAdded && !isReplacing && (
        <SignInSteps field={field} clientNames={clientNames} isClientMissing={isClientMissing} />
      )}
      {isTyping && <CredentialInput field={field} value={value} error={error} isDisabled={isEmptied} onType={onType} />}
      {isTyping && field.mayBeEmpty && value === '' && (
        <Switch label={`Store ${field.name} as empty`} isOn={isEmptied} onChange={onEmpty} />
      )}
      <div className="row">
        {status?.canConnect && !isClientMissing && <SignInButton place={place} field={field} status={status} />}
        {!isOnlyTyped(status) && (
          <TypeButton name={field.name} isAdded={isAdded} isTyping={isTyping} onPress={isTyping ? stop : start} />
        )}
        {isAdded && (
          <Button size="small" kind="danger" aria-label={`Remove ${field.name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

/** Whether typing is the only way to fill the field: it has no sign-in and no stored value. */
const isOnlyTyped = (status: StacksFieldFragment | null): boolean =>
  status === null || (status.state === 'MISSING' && !status.canConnect);

type TypeButtonProps = {
  readonly name: string;
  readonly isAdded: boolean;
  readonly isTyping: boolean;
  readonly onPress: () => void;
};

function TypeButton({ name, isAdded, isTyping, onPress }: TypeButtonProps) {
  const text = isAdded ? 'Replace' : 'Paste a token instead';
  return (
    <Button size="small" aria-label={`${isTyping ? 'Cancel' : text}: ${name}`} onClick={onPress}>
      {isTyping ? 'Cancel' : text}
    </Button>
  );
}

const Hint = ({ field: { description, link, name } }: { readonly field: DeclaredField }) => (
  <>
    {withoutMarks(description)} <TokenLink link={link} name={name} />
  </>
);

type CredentialInputProps = {
  readonly field: DeclaredField;
  readonly value: string;
  readonly error: string | null;
  readonly isDisabled: boolean;
  readonly onType: (value: string) => void;
};

/** The API's limit, in single-byte characters. */
const VALUE_CHARACTERS_MAX = 16 * 1024;

function CredentialInput({ field, value, error, isDisabled, onType }: CredentialInputProps) {
  const input = {
    label: field.name,
    hint: <Hint field={field} />,
    error,
    value,
    disabled: isDisabled,
    maxLength: VALUE_CHARACTERS_MAX,
    autoComplete: 'off',
    // Keep password managers from storing secrets that belong only in the vault.
    'data-1p-ignore': true,
    'data-lpignore': true,
    onChange: (event: { readonly target: { readonly value: string } }) => onType(event.target.value),
  } as const;
  return field.isSecret ? <PasswordField {...input} /> : <TextField {...input} />;
}

type FieldStateProps = { readonly status: StacksFieldFragment | null; readonly isRequired: boolean };

function FieldState({ status, isRequired }: FieldStateProps) {
  if (status?.oauthState === 'RECONNECT_REQUIRED') return <Badge kind="bad">Sign in again</Badge>;
  if (status?.oauthState === 'EXPIRING') return <Expiring at={status.expiresAt} />;
  if (status?.oauthState === 'CONNECTED') return <Badge kind="good">Signed in</Badge>;
  if (status?.state === 'ADDED') return <Badge kind="good">Added</Badge>;
  return <Badge kind={isRequired ? 'warn' : 'plain'}>Missing</Badge>;
}

function Expiring({ at }: { readonly at: string | null }) {
  return (
    <Badge kind="warn">
      {at === null ? (
        'Sign-in expires'
      ) : (
        <span>
          Ends <Time at={at} />
        </span>
      )}
    </Badge>
  );
}
