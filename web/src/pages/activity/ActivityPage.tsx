import './activity.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { LiveState } from '../../api/live.ts';
import { LiveSwitch } from '../../records/LiveSwitch.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { CallList } from './CallList.tsx';
import { FiguresView } from './FiguresView.tsx';
import { Filters } from './Filters.tsx';
import { ACTIVITY_FIGURES, ACTIVITY_STACKS } from './operations.ts';
import { RecordNotice } from './RecordNotice.tsx';
import { RANGES, sinceOf } from './ranges.ts';
import type { ActivitySearch } from './search.ts';

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

const REFRESH_MS = 3_000;

export function ActivityPage() {
  const search: ActivitySearch = useSearch({ from: '/inside/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const [isLive, setIsLive] = useState(true);
  const [state, setState] = useState<LiveState>('connecting');
  const { stack, tool, range = 'hour' } = search;
  const { seconds, bucketSeconds } = RANGES[range];
  const since = sinceOf(RANGES[range], useNow(bucketSeconds));
  const stacks = useApiQuery(ACTIVITY_STACKS, {});
  const figures = useApiQuery(
    ACTIVITY_FIGURES,
    { stackId: stack ?? null, toolId: tool ?? null, since, bucketSeconds, wholeSeconds: seconds },
    { keepPrevious: true, ...(isLive && { refetchEveryMs: REFRESH_MS }) },
  );
  return (
    <Page
      title="Activity"
      about="Every tool call as it happens: how many, how fast, and how they ended. What was sent and answered is kept only where a stack’s settings say so."
      actions={<LiveSwitch isOn={isLive} state={state} onChange={setIsLive} />}
    >
      <Filters
        search={search}
        stacks={stacks.data?.stacks?.nodes ?? []}
        toolIds={figures.data?.tools?.byTool.map(({ toolId }) => toolId) ?? []}
        onChange={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      />
      <RecordNotice stacks={stacks.data?.stacks?.nodes ?? []} stackId={stack} />
      <Loaded query={figures} lines={5}>
        {(data) => data.figures && <FiguresView statistics={data.figures} bucketSeconds={bucketSeconds} />}
      </Loaded>
      {search.outcome && (
        <p className="small soft">Figures and charts count every outcome; the filter is for the list.</p>
      )}
      <CallList
        key={JSON.stringify(search)}
        search={search}
        stacks={stacks.data?.stacks?.nodes ?? []}
        isLive={isLive}
        onState={setState}
      />
    </Page>
  );
}
