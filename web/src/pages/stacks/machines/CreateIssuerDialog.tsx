import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { CreateTrustedIssuerInput } from '../../../gql/graphql.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { ReachFields } from '../connect/ReachFields.tsx';
import { REACH_DEFAULT, toReach } from '../connect/reach.ts';
import { ClaimFields } from './ClaimFields.tsx';
import { type ClaimRow, claimsOf } from './claims.ts';
import { EndpointField, type PickedEndpoint } from './EndpointField.tsx';
import { STACKS_TRUST_ISSUER } from './operations.ts';

const EMPTY = { name: '', issuer: '', audience: '', jwksUrl: '', endUserClaim: '', endUserPrefix: '' };
type Draft = typeof EMPTY;

const NO_CLAIM: readonly ClaimRow[] = [];

const inputOf = ({ name, issuer, ...rest }: Draft): Omit<CreateTrustedIssuerInput, 'endpointId'> => ({
  name,
  issuer: issuer.trim(),
  audience: rest.audience.trim() || null,
  jwksUrl: rest.jwksUrl.trim() || null,
  endUserClaim: rest.endUserClaim.trim() || null,
  endUserPrefix: rest.endUserPrefix.trim() || null,
});

type CreateIssuerProps = {
  /** The preselected endpoint. */
  readonly first: PickedEndpoint;
  readonly onClose: () => void;
};

export function CreateIssuerDialog({ first, onClose }: CreateIssuerProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [endpoint, setEndpoint] = useState(first);
  const [claims, setClaims] = useState(NO_CLAIM);
  const [reach, setReach] = useState(REACH_DEFAULT);
  const create = useApiMutation('createTrustedIssuer', async (input: CreateTrustedIssuerInput) => {
    payloadOf((await sendOperation(STACKS_TRUST_ISSUER, { input })).createTrustedIssuer);
    toast(`${input.name} is trusted`);
    onClose();
  });
  const submit = () => {
    const input = { endpointId: endpoint.id, ...inputOf(draft), claims: claimsOf(claims), ...toReach(reach) };
    create.mutate(input);
  };
  return (
    <FormDialog title="Trust an issuer" action="Trust issuer" sending={create} onSubmit={submit} onClose={onClose}>
      <EndpointField endpoint={endpoint} onChange={setEndpoint} />
      <IssuerFields
        draft={draft}
        mcpUrl={`${endpoint.url}/mcp`}
        error={create.error}
        onChange={(next) => setDraft({ ...draft, ...next })}
      />
      <ClaimFields rows={claims} error={create.error} onChange={setClaims} />
      <ReachFields reach={reach} hasCalls={false} error={create.error} onChange={setReach} />
    </FormDialog>
  );
}

type IssuerFieldsProps = {
  readonly draft: Draft;
  readonly mcpUrl: string;
  readonly error: Error | null;
  readonly onChange: (next: Partial<Draft>) => void;
};

function IssuerFields({ draft, mcpUrl, error, onChange }: IssuerFieldsProps) {
  const field = (name: keyof Draft) => ({
    value: draft[name],
    error: issueAt(error, `/${name}`),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField label="Name" hint="For example, “Company login”." required {...field('name')} />
      <TextField
        label="Issuer"
        hint="The iss claim of its JWTs, such as https://login.example.com."
        required
        isMono
        {...field('issuer')}
      />
      <TextField
        label="Audience (optional)"
        hint={`The aud claim of its JWTs. Defaults to the endpoint’s URL, ${mcpUrl}.`}
        isMono
        {...field('audience')}
      />
      <TextField
        label="JWKS URL (optional)"
        hint="Defaults to the URL from the issuer’s metadata (OpenID Connect discovery, RFC 8414)."
        isMono
        {...field('jwksUrl')}
      />
      <TextField
        label="End user claim (optional)"
        hint="Defaults to sub. Use dots for nested claims: profile.email."
        isMono
        {...field('endUserClaim')}
      />
      <TextField
        label="End user prefix (optional)"
        hint="Prevents two providers from naming the same end user. For example, corp: turns ann into corp:ann."
        isMono
        {...field('endUserPrefix')}
      />
    </>
  );
}
