import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type CyclicSchemaExpandProps,
  canExpand,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type UnsupportedFieldProps,
} from '@rjsf/utils';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { withoutMarks } from '../../../ui/withoutMarks.ts';
import { Members } from './Members.tsx';
import { GroupName } from './OptionalGroup.tsx';

const isRoot = ({ path }: { readonly path: readonly unknown[] }): boolean => path.length === 0;

export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const { properties, schema, uiSchema, formData, fieldPathId, onAddProperty } = props;
  const isUnion = (schema.anyOf ?? schema.oneOf) && properties.length === 0;
  if (isUnion) return null;
  const add = canExpand(schema, uiSchema, formData) && <AddButton label="Add field" onClick={onAddProperty} />;
  if (!isRoot(fieldPathId)) return <Group {...props} add={add} />;
  return (
    <div className="stack">
      <Members {...props} />
      {add}
    </div>
  );
}

const Hint = ({ text }: { readonly text: unknown }) =>
  typeof text === 'string' && <p className="field__hint">{withoutMarks(text)}</p>;

type GroupProps = ObjectFieldTemplateProps & { readonly add: ReactNode };

/** A nested object. An absent optional one shows as a button. */
function Group({ add, ...props }: GroupProps) {
  const { title, description, properties, schema, required, optionalDataControl } = props;
  const control = <GroupName value={title}>{optionalDataControl}</GroupName>;
  if (optionalDataControl && properties.length === 0 && !add) {
    return (
      <div className="field">
        {control}
        {description && <Hint text={description} />}
      </div>
    );
  }
  return (
    <fieldset className="playground-form__group">
      <Legend title={title} isRequired={required} />
      {description && <Hint text={description} />}
      <Members {...props} />
      {add}
      {/* An object without fixed members exists once it has a member. */}
      {(properties.length > 0 || schema.properties) && control}
    </fieldset>
  );
}

export function ArrayTemplate({ title, schema, items, canAdd, onAddClick, required }: ArrayFieldTemplateProps) {
  return (
    <fieldset className="playground-form__group">
      <Legend title={title} isRequired={required} />
      {schema.description && <Hint text={schema.description} />}
      {items.length === 0 && <p className="soft small">No items.</p>}
      {items}
      {canAdd && <AddButton label="Add item" onClick={onAddClick} />}
    </fieldset>
  );
}

export function ArrayItemTemplate({ children, buttonsProps, index, totalItems }: ArrayFieldItemTemplateProps) {
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const which = `item ${index + 1}`;
  return (
    <div className="playground-form__item">
      {children}
      <div className="row playground-form__buttons">
        {totalItems > 1 && (
          <>
            <IconButton label={`Move ${which} up`} Icon={ArrowUp} isOff={!hasMoveUp} onClick={onMoveUpItem} />
            <IconButton label={`Move ${which} down`} Icon={ArrowDown} isOff={!hasMoveDown} onClick={onMoveDownItem} />
          </>
        )}
        <IconButton label={`Remove ${which}`} Icon={Trash2} isOff={!hasRemove} onClick={onRemoveItem} />
      </div>
    </div>
  );
}

export function MultiSchemaTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="stack stack--small">
      {selector}
      {optionSchemaField}
    </div>
  );
}

export function UnsupportedField({ reason }: UnsupportedFieldProps) {
  return <p className="field__hint">This part cannot be shown as a form ({reason}). Use “Edit as JSON”.</p>;
}

export function CyclicExpand({ name, fieldPathId, onExpand }: CyclicSchemaExpandProps) {
  return <AddButton label={`Add ${name}`} onClick={() => onExpand(fieldPathId.$id)} />;
}

function Legend({ title, isRequired = false }: { readonly title: string; readonly isRequired?: boolean | undefined }) {
  return (
    <legend className="field__label">
      {title}
      {isRequired && <span className="playground-form__required"> required</span>}
    </legend>
  );
}

function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <div>
      <Button size="small" onClick={() => onClick()}>
        <Plus size={15} aria-hidden />
        {label}
      </Button>
    </div>
  );
}

type IconButtonProps = {
  readonly label: string;
  readonly Icon: typeof Plus;
  readonly isOff: boolean;
  readonly onClick: () => void;
};

function IconButton({ label, Icon, isOff, onClick }: IconButtonProps) {
  return (
    <Button kind="plain" size="small" isIcon aria-label={label} disabled={isOff} onClick={() => onClick()}>
      <Icon size={16} aria-hidden />
    </Button>
  );
}
