import { Dialog } from '../../ui/Dialog.tsx';
import { RenameForm } from './RenameForm.tsx';

type RenameDialogProps = {
  readonly stack: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

export function RenameDialog({ stack, onClose }: RenameDialogProps) {
  return (
    <Dialog title="Rename stack" onClose={onClose}>
      <RenameForm stack={stack} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
