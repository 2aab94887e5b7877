import { Notice } from '../../ui/Notice.tsx';
import { RefusedTools } from './RefusedTools.tsx';

type RefreshedProps = {
  readonly isChanged: boolean;
  readonly toolCount: number;
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
};

/** What asking a server again came to. */
export function Refreshed({ isChanged, toolCount, refused }: RefreshedProps) {
  return (
    <div className="stack" role="status">
      <Notice kind="good">
        <p>
          {isChanged ? 'Its tools have changed.' : 'Nothing has changed.'} It offers{' '}
          {toolCount === 1 ? '1 tool' : `${toolCount} tools`}.
        </p>
      </Notice>
      <RefusedTools refused={refused} />
    </div>
  );
}
