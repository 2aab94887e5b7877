import { useEffect, useEffectEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { STACKS_SET_TOOLS } from './operations.ts';

/** Changes within this time are saved together. */
const SETTLE_MS = 500;

type EnabledIds = ReadonlySet<string>;

type ToolSwitches = {
  readonly enabled: EnabledIds;
  readonly isSaving: boolean;
  readonly error: Error | null;
  readonly set: (toolIds: readonly string[], isOn: boolean) => void;
};

/**
 * Enabled tools of a server. Changes show immediately, and are saved shortly after or when the page closes. Removed
 * tools stay unchanged.
 */
export function useToolSwitches(
  stackId: string,
  serverId: string,
  { stored, removed }: { readonly stored: EnabledIds; readonly removed: readonly string[] },
): ToolSwitches {
  const [chosen, setChosen] = useState<EnabledIds | null>(null);
  const save = useApiMutation('updateServerTools', async (tools: EnabledIds) => {
    const input = { stackId, serverId, enabledTools: [...tools, ...removed] };
    return payloadOf((await sendOperation(STACKS_SET_TOOLS, { input })).updateServerTools);
  });
  const { mutate, isPending, variables } = save;
  useEffect(() => {
    if (chosen === null || isPending) return;
    const drop = () => setChosen((now) => (now === chosen ? null : now));
    const timer = setTimeout(() => mutate(chosen, { onSettled: drop }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [chosen, isPending, mutate]);
  const saveNow = useEffectEvent(() => {
    if (chosen !== null && !(isPending && variables === chosen)) mutate(chosen);
  });
  useEffect(() => () => saveNow(), []);
  const enabled = chosen ?? stored;
  const set = (toolIds: readonly string[], isOn: boolean) => {
    const next = new Set(enabled);
    for (const id of toolIds) isOn ? next.add(id) : next.delete(id);
    setChosen(next);
  };
  return { enabled, isSaving: chosen !== null, error: save.error, set };
}
