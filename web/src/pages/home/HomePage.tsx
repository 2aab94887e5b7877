import { useAsk } from '../../api/hooks.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { HOME } from './operations.ts';

export function HomePage() {
  const asked = useAsk(HOME, {});
  return (
    <Page title="Home" about="From nothing to a first tool call.">
      <Loaded asked={asked}>{({ viewer }) => <p>{viewer?.account.name}</p>}</Loaded>
    </Page>
  );
}
