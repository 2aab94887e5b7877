import { Bookmark, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import type { JsonObject } from '../json.ts';
import { linkPartOf } from './link.ts';
import { withoutSecrets } from './secrets.ts';
import { fits } from './store.ts';
import type { SavedCallsState } from './useSavedCalls.ts';

type SaveButtonsProps = { readonly input: JsonObject; readonly schema: unknown; readonly saved: SavedCallsState };

/** Saves the form's arguments as an example in this browser, or in a link. */
export function SaveButtons({ input, schema, saved }: SaveButtonsProps) {
  const [isNaming, setIsNaming] = useState(false);
  return (
    <div className="row">
      <Button kind="plain" size="small" onClick={() => setIsNaming(true)}>
        <Bookmark size={15} aria-hidden />
        Save as example
      </Button>
      <Button kind="plain" size="small" onClick={() => void copyLink(withoutSecrets(input, schema))}>
        <Link2 size={15} aria-hidden />
        Copy link
      </Button>
      {isNaming && <NameDialog input={input} saved={saved} onClose={() => setIsNaming(false)} />}
    </div>
  );
}

async function copyLink(input: JsonObject): Promise<void> {
  const part = linkPartOf(input);
  if (part === null) return toast('These arguments are too long for a link. Save them as an example instead.');
  const { origin, pathname, search } = window.location;
  await navigator.clipboard.writeText(`${origin}${pathname}${search}#${part}`);
  toast('Link copied. It contains the arguments except likely secrets.');
}

type NameDialogProps = { readonly input: JsonObject; readonly saved: SavedCallsState; readonly onClose: () => void };

const NAME_CHARS_MAX = 80;

function NameDialog({ input, saved, onClose }: NameDialogProps) {
  const [name, setName] = useState('');
  const problem = problemWith(input, saved);
  const save = () => {
    if (name.trim() === '' || problem !== null) return;
    saved.save(name.trim(), input);
    onClose();
  };
  return (
    <FormDialog title="Save as example" action="Save example" onSubmit={save} onClose={onClose}>
      {problem !== null && <Notice kind="warn">{problem}</Notice>}
      <TextField
        label="Name"
        hint="Replaces an example with the same name. Stored only in this browser, without likely secrets."
        maxLength={NAME_CHARS_MAX}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

function problemWith(input: JsonObject, { canSave }: SavedCallsState): string | null {
  if (!fits(input)) return 'These arguments are too large to save.';
  return canSave ? null : 'This tool has the maximum number of examples. Delete one first.';
}
