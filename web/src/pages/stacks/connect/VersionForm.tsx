import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { useList } from '../../../api/useList.ts';
import type { StacksEndpointFragment, StacksVersionFragment } from '../../../gql/graphql.ts';
import { SelectField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { InlineNumber } from '../../../ui/InlineNumber.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useOpenStack } from '../openStack.ts';
import { STACKS_VERSIONS } from '../versions/operations.ts';
import { actionText } from '../versions/words.ts';
import { STACKS_UPDATE_ENDPOINT } from './operations.ts';

/** Maximum share of a canary, in percent. */
const PERCENT_MAX = 99;
const PERCENT_DEFAULT = 5;

type VersionFormProps = { readonly endpoint: StacksEndpointFragment; readonly onClose: () => void };

/** Chooses the version that an endpoint's agents get, and its canary. */
export function VersionForm({ endpoint, onClose }: VersionFormProps) {
  const { id: stackId } = useOpenStack();
  const list = useList(STACKS_VERSIONS, { stackId }, ({ stack }) => stack?.versions, { isWhole: true });
  const [pinned, setPinned] = useState(endpoint.pinnedVersion);
  const [canary, setCanary] = useState(endpoint.canary?.version ?? null);
  const [percent, setPercent] = useState(String(endpoint.canary?.percent ?? PERCENT_DEFAULT));
  const change = useApiMutation('updateClientEndpoint', async () => {
    const input = {
      endpointId: endpoint.id,
      pinnedVersion: pinned,
      canary: canary === null ? null : { version: canary, percent: Number(percent) },
    };
    return payloadOf((await sendOperation(STACKS_UPDATE_ENDPOINT, { input })).updateClientEndpoint);
  });
  const onSaved = () => {
    toast(`Updated the version of ${endpoint.name}`);
    onClose();
  };
  return (
    <FormDialog
      title={`Version of ${endpoint.name}`}
      action="Save version"
      sending={change}
      isReady={canary === null || canary !== pinned}
      onSubmit={() => change.mutate(undefined, { onSuccess: onSaved })}
      onClose={onClose}
    >
      <Loaded query={list} lines={2}>
        {(versions) => (
          <>
            <VersionSelect
              label="Version"
              none="Latest"
              hint="Agents get this version’s tools and skills. Current rules and credentials apply."
              {...{ versions, chosen: pinned, onChoose: setPinned }}
            />
            <VersionSelect
              label="Canary"
              none="None"
              hint="Another version for a share of the calls. Tool lists don’t change."
              {...{ versions, chosen: canary, onChoose: setCanary }}
            />
          </>
        )}
      </Loaded>
      {canary !== null && (
        <p>
          <InlineNumber label="Share in percent" max={PERCENT_MAX} value={percent} onChange={setPercent} /> % of the
          calls
        </p>
      )}
    </FormDialog>
  );
}

type VersionSelectProps = {
  readonly label: string;
  /** The option without a version. */
  readonly none: string;
  readonly hint: string;
  readonly versions: readonly StacksVersionFragment[];
  readonly chosen: number | null;
  readonly onChoose: (number: number | null) => void;
};

function VersionSelect({ label, none, hint, versions, chosen, onChoose }: VersionSelectProps) {
  return (
    <SelectField
      label={label}
      hint={hint}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{none}</option>
      {versions.map(({ id, number, action }) => (
        <option key={id} value={number}>
          {`${number}: ${actionText(action)}`}
        </option>
      ))}
    </SelectField>
  );
}
