import { useId } from 'react';
import type { StacksTemplatesQuery } from '../../../gql/graphql.ts';
import { counted } from '../../../records/figures.ts';
import { useMay } from '../../../shell/useMay.ts';

export type Template = NonNullable<StacksTemplatesQuery['stackTemplates']>[number];

type TemplateChoiceProps = {
  readonly templates: readonly Template[];
  /** Null for an empty stack. */
  readonly chosen: Template | null;
  readonly onChoose: (template: Template | null) => void;
};

export function TemplateChoice({ templates, chosen, onChoose }: TemplateChoiceProps) {
  const mayRule = useMay('ADMIN');
  return (
    <fieldset className="stack stack--small">
      <legend className="field__label">Template</legend>
      <div className="stacks-templates">
        <Card title="Empty stack" isChosen={chosen === null} onChoose={() => onChoose(null)}>
          Add servers yourself.
        </Card>
        {templates.map((template) => (
          <Card
            key={template.id}
            title={template.name}
            isChosen={template.id === chosen?.id}
            disabledReason={disabledReasonOf(template, mayRule)}
            servers={namesOf(template)}
            onChoose={() => onChoose(template)}
          >
            {template.description}
          </Card>
        ))}
      </div>
    </fieldset>
  );
}

const namesOf = ({ servers }: Template): string =>
  servers.map(({ server, serverId }) => server?.name ?? serverId).join(', ');

/** Why a template can't be used; null if it can. */
function disabledReasonOf({ servers, rules }: Template, mayRule: boolean): string | null {
  const missing = servers.filter(({ server }) => server === null).map(({ serverId }) => serverId);
  if (missing.length > 0) return `Requires ${missing.join(' and ')}, which this marketplace doesn’t have.`;
  return rules.length > 0 && !mayRule ? 'Creates rules, so only an administrator can use it.' : null;
}

type CardProps = {
  readonly title: string;
  readonly isChosen: boolean;
  readonly disabledReason?: string | null;
  readonly servers?: string;
  readonly onChoose: () => void;
  readonly children: string;
};

function Card({ title, isChosen, disabledReason = null, servers, onChoose, children }: CardProps) {
  const aboutId = useId();
  return (
    <label className="card stacks-template">
      <input
        type="radio"
        name="template"
        aria-describedby={aboutId}
        checked={isChosen}
        disabled={disabledReason !== null}
        onChange={onChoose}
      />
      <span>
        <strong>{title}</strong>
        <span id={aboutId} className="small soft stacks-template__about">
          {children}
          {servers !== undefined && <span className="stacks-template__servers">{servers}</span>}
          {disabledReason !== null && <span className="stacks-template__servers">{disabledReason}</span>}
        </span>
      </span>
    </label>
  );
}

const lines = ({ servers }: Template): readonly (readonly [server: string, fields: string])[] =>
  servers.flatMap(({ server }) => {
    const fields = server?.credentialFields.filter(({ isRequired }) => isRequired).map(({ name }) => name) ?? [];
    return server && fields.length > 0 ? [[server.name, fields.join(', ')] as const] : [];
  });

/** The template's contents, and the credentials to add afterwards. */
export function TemplateSummary({ template }: { readonly template: Template }) {
  const needed = lines(template);
  const tools = template.servers.reduce((sum, { toolIds }) => sum + toolIds.length, 0);
  return (
    <div className="notice small stack stack--small" role="status">
      <p>
        {counted(tools, 'tool')} of {template.servers.length === 1 ? '1 server' : `${template.servers.length} servers`}{' '}
        enabled.
        {template.rules.map(({ name }) => ` ${name}.`)}
      </p>
      {needed.length > 0 && (
        <>
          <p>You’ll add these credentials next:</p>
          <ul className="stacks-template__needs">
            {needed.map(([server, fields]) => (
              <li key={server}>
                <strong>{server}</strong>: {fields}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Whether stacks from this template need credentials before they work. */
export const needsCredentials = (template: Template): boolean => lines(template).length > 0;
