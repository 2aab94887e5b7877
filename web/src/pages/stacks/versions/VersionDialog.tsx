import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { Differences } from './Differences.tsx';
import { STACKS_VERSION_DIFFERENCES } from './operations.ts';

type VersionDialogProps = {
  readonly stackId: string;
  readonly number: number;
  /** The number of the newest version, which equals the stack. */
  readonly current: number;
  readonly onClose: () => void;
};

const COMPARISONS = { previous: 'In this version', current: 'Since this version' } as const;

export function VersionDialog({ stackId, number, current, onClose }: VersionDialogProps) {
  const [compared, setCompared] = useState<keyof typeof COMPARISONS>('previous');
  const numbers = compared === 'previous' ? { number, from: null } : { number: current, from: number };
  const query = useApiQuery(STACKS_VERSION_DIFFERENCES, { stackId, ...numbers });
  return (
    <Dialog title={`Version ${number}`} isWide onClose={onClose}>
      <Tabs label="Changes" names={COMPARISONS} current={compared} onChange={setCompared}>
        <Loaded query={query}>
          {({ stack }) => (
            <Differences key={compared} label={COMPARISONS[compared]} differences={stack?.version?.differences ?? []} />
          )}
        </Loaded>
      </Tabs>
    </Dialog>
  );
}
