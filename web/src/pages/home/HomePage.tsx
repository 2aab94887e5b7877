import { useAsk } from '../../api/hooks.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { checklist } from './checklist.ts';
import { LastDay } from './LastDay.tsx';
import { NextSteps } from './NextSteps.tsx';
import { HOME } from './operations.ts';
import { DoneSteps, StepList } from './StepList.tsx';
import './home.css';

/** How often to look whether a step was done elsewhere: by a program, or in another tab. */
const REFETCH_EVERY_MS = 5_000;

export function HomePage() {
  const asked = useAsk(HOME, {}, { refetchEveryMs: REFETCH_EVERY_MS });
  return (
    <Page title="Home" about="One address for all the tools of your agents.">
      <Loaded asked={asked} lines={5}>
        {(data) => {
          const steps = checklist(data);
          const isDone = steps.every((step) => step.isDone);
          return (
            <div className="stack stack--large">
              {isDone ? <LastDay /> : <StepList steps={steps} />}
              <NextSteps stack={data.stacks?.nodes[0] ?? null} />
              {isDone && <DoneSteps steps={steps} />}
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}
