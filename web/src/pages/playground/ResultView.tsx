import { useState } from 'react';
import { isRecord } from '../../api/isRecord.ts';
import { Code } from '../../ui/Code.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { type Block, blocksOf } from './blocks.ts';
import { pretty } from './json.ts';

const VIEWS = { readable: 'Readable', json: 'JSON' } as const;

/** A result: for reading where it holds text, and as the exact JSON. */
export function ResultView({ result }: { readonly result: unknown }) {
  const [view, setView] = useState<keyof typeof VIEWS>('readable');
  const blocks = blocksOf(isRecord(result) ? result : {});
  if (blocks === null) return <Code text={pretty(result)} label="Result as JSON" />;
  return (
    <Tabs label="Result" names={VIEWS} current={view} onChange={setView}>
      {view === 'json' && <Code text={pretty(result)} label="Result as JSON" />}
      {view === 'readable' && (
        <div className="stack stack--small">
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes
            <BlockView key={index} block={block} />
          ))}
        </div>
      )}
    </Tabs>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'text') return <Code text={block.text} label="Text" isWrapped />;
  return <p className="soft">{block.text}</p>;
}
