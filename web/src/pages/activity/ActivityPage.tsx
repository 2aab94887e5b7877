import './activity.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { LiveState } from '../../api/live.ts';
import { LiveSwitch } from '../../records/LiveSwitch.tsx';
import { Page } from '../../ui/Page.tsx';
import { ActivityFigures } from './ActivityFigures.tsx';
import { CallList } from './CallList.tsx';
import { CustomRange } from './CustomRange.tsx';
import { Filters } from './Filters.tsx';
import { ACTIVITY_STACK, ACTIVITY_STACKS } from './operations.ts';
import { type Recording, RecordNotice } from './RecordNotice.tsx';
import { RANGES } from './ranges.ts';
import { type ActivitySearch, searchPeriod } from './search.ts';

const SECOND_MS = 1_000;

/** The current time, updated every `seconds`. */
function useNow(seconds: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), seconds * SECOND_MS);
    return () => clearInterval(timer);
  }, [seconds]);
  return now;
}

const NONE = { totalCount: 0, nodes: [] } as const;

/** Which of the selected stacks don't record calls, and whether any stack does. */
function useRecording(stackId: string | undefined): Recording {
  const all = useApiQuery(ACTIVITY_STACKS, {}, { enabled: stackId === undefined });
  const one = useApiQuery(ACTIVITY_STACK, { id: stackId ?? '' }, { enabled: stackId !== undefined });
  if (stackId === undefined) {
    const { silent, recorded } = all.data ?? {};
    const { totalCount, nodes } = silent ?? NONE;
    return { silent: nodes, silentCount: totalCount, isAnyRecorded: (recorded?.totalCount ?? 0) > 0 };
  }
  const stack = one.data?.stack ?? null;
  const isRecorded = stack?.configuration.isRecorded ?? false;
  const silent = stack && !isRecorded ? [stack] : [];
  return { silent, silentCount: silent.length, isAnyRecorded: isRecorded };
}

export function ActivityPage() {
  const search: ActivitySearch = useSearch({ from: '/inside/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const [isFollowing, setIsFollowing] = useState(true);
  const [state, setState] = useState<LiveState>('connecting');
  const { stack, range = 'hour', from, to, order } = search;
  const period = searchPeriod(search, useNow(RANGES[range].bucketSeconds));
  const isLive = isFollowing && period?.until === null;
  const show = (next: ActivitySearch) => navigate({ search: next, replace: true, resetScroll: false });
  const recording = useRecording(stack);
  // In oldest-first order, only the figures are refetched.
  const listState = order === undefined ? state : null;
  return (
    <Page
      title="Activity"
      about="Tool calls as they happen. Inputs and outputs are stored only if a stack’s settings allow it."
      actions={from === undefined && <LiveSwitch isOn={isFollowing} state={listState} onChange={setIsFollowing} />}
    >
      <Filters search={search} period={period} isLive={isLive} onChange={show} />
      {from !== undefined && to !== undefined && (
        <CustomRange key={`${from} ${to}`} from={from} to={to} onChange={(ends) => show({ ...search, ...ends })} />
      )}
      <RecordNotice recording={recording} isOfOne={stack !== undefined} />
      {period && (
        <ActivityFigures search={search} period={period} isLive={isLive}>
          <div id="calls" className="activity__list">
            <CallList
              key={JSON.stringify(search)}
              search={search}
              period={period}
              isRecorded={recording.isAnyRecorded || recording.silentCount === 0}
              isLive={isLive}
              onState={setState}
            />
          </div>
        </ActivityFigures>
      )}
    </Page>
  );
}
