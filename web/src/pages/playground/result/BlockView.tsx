import { downloadBytes } from '../../../records/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { Code } from '../../../ui/Code.tsx';
import type { Block } from './blocks.ts';
import { JsonTree } from './JsonTree.tsx';

export function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'text':
      return <Code text={block.text} label="Text" isWrapped />;
    case 'json':
      return <JsonTree value={block.value} label="Result" />;
    case 'link':
      return (
        <p>
          <a href={block.href} target="_blank" rel="noreferrer">
            {block.text}
          </a>
        </p>
      );
    case 'note':
      return <p className="soft">{block.text}</p>;
    case 'picture':
    case 'sound':
    case 'file':
      return <BytesView block={block} />;
  }
}

type BytesBlock = Extract<Block, { readonly base64: string }>;

const NAMES = { picture: 'picture', sound: 'sound', file: 'file' } as const;

function BytesView({ block }: { readonly block: BytesBlock }) {
  const { kind, text, mediaType, base64 } = block;
  const source = `data:${mediaType};base64,${base64}`;
  return (
    <figure className="stack stack--small">
      {kind === 'picture' && <img className="playground__picture" src={source} alt={text} />}
      {/* Sound from a tool has no transcript. */}
      {/* biome-ignore lint/a11y/useMediaCaption: there are none */}
      {kind === 'sound' && <audio className="playground__sound" controls src={source} aria-label={text} />}
      <figcaption className="row soft small">
        {text}
        <Button size="small" onClick={() => downloadBytes(NAMES[kind], mediaType, base64)}>
          Download
        </Button>
      </figcaption>
    </figure>
  );
}
