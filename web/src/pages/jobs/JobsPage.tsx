import '../../lists/lists.css';
import './jobs.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListSelect } from '../../lists/ListBar.tsx';
import { LIVE_STATES } from '../../records/LiveSwitch.tsx';
import { StackField } from '../../stackField/StackField.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { JobTable } from './JobTable.tsx';
import { JOB_LIST, type JobSearch, jobSearch } from './search.ts';
import { useJobs } from './useJobs.ts';

export function JobsPage() {
  const search: JobSearch = useSearch({ from: '/inside/jobs' });
  const navigate = useNavigate({ from: '/jobs' });
  const set = (change: Record<string, string>) =>
    navigate({ search: jobSearch({ ...search, ...change }), replace: true, resetScroll: false });
  return (
    <Page
      title="Jobs"
      about="Calls that run in the background. Callers start them with Prefer: respond-async, or over MCP as tasks."
    >
      <fieldset className="jobs__filters" aria-label="Filters">
        <StackField label="Stack" none="All stacks" value={search.stack ?? ''} onChange={(stack) => set({ stack })} />
        <ListSelect
          label="Show"
          value={search.show ?? 'all'}
          options={JOB_LIST.shows}
          onChange={(show) => set({ show })}
        />
      </fieldset>
      <JobList key={JSON.stringify(search)} search={search} />
    </Page>
  );
}

function JobList({ search }: { readonly search: JobSearch }) {
  const { list, rows, state, update } = useJobs(search);
  const { kind, text } = LIVE_STATES[state];
  const isFiltered = search.show !== undefined || search.stack !== undefined;
  return (
    <section className="stack" aria-label="Jobs">
      <p role="status">
        <Badge kind={kind}>{text}</Badge>
      </p>
      <Loaded query={list} lines={4}>
        {() =>
          rows.length > 0 ? (
            <JobTable jobs={rows} onChanged={update} />
          ) : (
            <Empty title={isFiltered ? 'No matching jobs' : 'No jobs'}>
              Start one with <code>toolyard call STACK TOOL --async</code>. Jobs are deleted after they expire.
            </Empty>
          )
        }
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </section>
  );
}
