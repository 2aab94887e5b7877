import './stacks.css';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import { RightsContext } from '../../shell/useMay.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';
import { type OpenStack, OpenStackContext } from './openStack.ts';
import { STACKS_HEAD } from './operations.ts';
import { StackSwitcher } from './StackSwitcher.tsx';

export function StackPage() {
  const { stackId } = useParams({ from: '/inside/stacks/$stackId' });
  const query = useApiQuery(STACKS_HEAD, { stackId });
  const actions = query.data?.stack && (
    <>
      <StackSwitcher stackId={stackId} />
      {query.data.stack.rights.includes('INVOKE') && (
        <ButtonLink to="/playground" search={{ stack: stackId }}>
          Try tools
        </ButtonLink>
      )}
    </>
  );
  return (
    <Page title={query.data?.stack?.name ?? 'Stack'} actions={actions}>
      <Loaded query={query} lines={5}>
        {({ stack }) => (stack ? <OpenedStack stack={stack} /> : <MissingStack />)}
      </Loaded>
    </Page>
  );
}

function OpenedStack({ stack }: { readonly stack: OpenStack }) {
  return (
    <OpenStackContext value={stack}>
      <RightsContext value={stack.rights}>
        <StackTabs stackId={stack.id} />
        <Outlet />
      </RightsContext>
    </OpenStackContext>
  );
}

function MissingStack() {
  return (
    <Empty title="Stack not found" action={<ButtonLink to="/stacks">All stacks</ButtonLink>}>
      It may have been deleted, or the URL is wrong.
    </Empty>
  );
}

const TABS = [
  { to: '/stacks/$stackId', label: 'Servers' },
  { to: '/stacks/$stackId/skills', label: 'Skills' },
  { to: '/stacks/$stackId/credentials', label: 'Credentials' },
  { to: '/stacks/$stackId/connect', label: 'Connect' },
  { to: '/stacks/$stackId/machines', label: 'Service accounts' },
  { to: '/stacks/$stackId/chat', label: 'Chat' },
  { to: '/stacks/$stackId/map', label: 'Map' },
  { to: '/stacks/$stackId/usage', label: 'Usage' },
  { to: '/stacks/$stackId/versions', label: 'Versions' },
  { to: '/stacks/$stackId/settings', label: 'Settings' },
] as const;

type StackTabsProps = { readonly stackId: string };

const StackTabs = ({ stackId }: StackTabsProps) => (
  <TabLinks label="Stack sections">
    {TABS.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        params={{ stackId }}
        className="tab"
        activeOptions={{ exact: true, includeSearch: false }}
        resetScroll={false}
      >
        {label}
      </Link>
    ))}
  </TabLinks>
);
