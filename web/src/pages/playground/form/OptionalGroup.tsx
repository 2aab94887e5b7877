import type { OptionalDataControlsTemplateProps } from '@rjsf/utils';
import { Plus, Trash2 } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Button } from '../../../ui/Button.tsx';

/** The name of the enclosing optional object. */
export const GroupName = createContext('');

/** Adds or removes an optional object. */
export function OptionalGroup({ id, onAddClick, onRemoveClick }: OptionalDataControlsTemplateProps) {
  const name = useContext(GroupName);
  const Icon = onAddClick ? Plus : Trash2;
  const change = onAddClick ?? onRemoveClick;
  return (
    <div>
      <Button id={id} size="small" {...(!onAddClick && { kind: 'plain' })} onClick={() => change?.()}>
        <Icon size={15} aria-hidden />
        {onAddClick ? 'Add' : 'Remove'} {name}
      </Button>
    </div>
  );
}
