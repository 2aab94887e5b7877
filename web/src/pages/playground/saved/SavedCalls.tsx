import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { latencyText } from '../../../records/figures.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { JsonObject } from '../json.ts';
import type { SavedCallsState } from './useSavedCalls.ts';

type SavedCallsProps = { readonly saved: SavedCallsState; readonly onUse: (input: JsonObject) => void };

/** A tool's saved examples in this browser and its calls in this tab. Choosing one fills the form again. */
export function SavedCalls({ saved, onUse }: SavedCallsProps) {
  const { calls, examples } = saved;
  if (calls.length + examples.length === 0) return null;
  return (
    <section className="stack stack--small" aria-labelledby="saved-calls">
      <h3 id="saved-calls">Examples and history</h3>
      <p className="soft small">
        Stored only in this browser, without likely secrets. Examples stay until you delete them, history until you
        close the tab.
      </p>
      {examples.length > 0 && (
        <ul className="playground__kept" aria-label="Saved examples">
          {examples.map(({ id, name, input }) => (
            <li key={id} className="row row--spread playground__kept-row">
              <Use label={`Use example ${name}`} input={input} onUse={onUse}>
                <strong>{name}</strong>
              </Use>
              <Button
                kind="plain"
                size="small"
                isIcon
                aria-label={`Delete example ${name}`}
                onClick={() => saved.remove(id)}
              >
                <Trash2 size={15} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {calls.length > 0 && (
        <ul className="playground__kept" aria-label="Calls in this tab, newest first">
          {calls.map(({ id, at, input, ended, isGood, tookMs }) => (
            <li key={id} className="playground__kept-row">
              <Use label={`Reuse the arguments of this call: ${ended}`} input={input} onUse={onUse}>
                <Badge kind={isGood ? 'good' : 'bad'}>{ended}</Badge>
                <span className="soft small">
                  <Time at={at} /> · {latencyText(tookMs)}
                </span>
              </Use>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type UseProps = SavedCallProps & { readonly label: string; readonly children: ReactNode };
type SavedCallProps = { readonly input: JsonObject; readonly onUse: (input: JsonObject) => void };

const SHOWN_CHARS = 90;

function Use({ label, input, onUse, children }: UseProps) {
  const text = JSON.stringify(input);
  return (
    <button type="button" className="playground__use" title={label} onClick={() => onUse(input)}>
      {children}
      <code className="soft small">{text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text}</code>
    </button>
  );
}
