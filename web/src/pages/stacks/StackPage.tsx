import { Outlet, useParams } from '@tanstack/react-router';
import { useAsk } from '../../api/hooks.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { type OpenStack, OpenStackContext } from './openStack.ts';
import { STACKS_HEAD } from './operations.ts';
import { StackTabs } from './StackTabs.tsx';
import './stacks.css';

export function StackPage() {
  const { stackId } = useParams({ from: '/inside/stacks/$stackId' });
  const asked = useAsk(STACKS_HEAD, { stackId });
  const actions = (
    <ButtonLink to="/playground" search={{ stack: stackId }}>
      Try its tools
    </ButtonLink>
  );
  return (
    <Page title={asked.data?.stack?.name ?? 'Stack'} actions={asked.data?.stack ? actions : null}>
      <Loaded asked={asked} lines={5}>
        {({ stack }) => (stack ? <OpenedStack stack={stack} /> : <MissingStack />)}
      </Loaded>
    </Page>
  );
}

function OpenedStack({ stack }: { readonly stack: OpenStack }) {
  return (
    <OpenStackContext value={stack}>
      <StackTabs stackId={stack.id} />
      <Outlet />
    </OpenStackContext>
  );
}

function MissingStack() {
  return (
    <Empty title="There is no such stack" action={<ButtonLink to="/stacks">All stacks</ButtonLink>}>
      It was deleted, or the address is mistyped.
    </Empty>
  );
}
