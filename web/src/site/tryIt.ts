import { addCopyButtons } from './copy.ts';
import { element } from './element.ts';
import { chosenStack } from './stackPlaces.ts';
import { type Answer, type RequestParts, send } from './tryRequest.ts';

/** Token labels by security scheme. */
const TOKENS: Readonly<Record<string, string>> = { api_key: 'API key (ty_…)', stack_token: 'Stack token (eyJ…)' };

/** Pasted tokens, shared by the page's forms and kept only in memory. */
const tokens = new Map<string, string>();

/** Adds a form to each operation, created on first expansion. */
export function addForms(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.try')) {
    const details = element('details', { class: 'answer' }, [element('summary', {}, ['Try it'])]);
    place.append(details);
    const make = () => details.append(createForm(partsOf(place), nameOf(place)));
    details.addEventListener('toggle', make, { once: true });
  }
}

/** Boundary: written by `src/site/curl.ts`. */
const partsOf = (place: HTMLElement): RequestParts => JSON.parse(place.dataset['request'] ?? '{}') as RequestParts;

const nameOf = (place: HTMLElement): string => place.closest('article')?.querySelector('h3')?.textContent ?? '';

function createForm(parts: RequestParts, name: string): HTMLFormElement {
  const token = tokenField(parts.scheme);
  const values = parts.parameters.map((parameter) => {
    const { name: key, in: where, required } = parameter;
    const input = element('input', { name: key, autocomplete: 'off', spellcheck: 'false' });
    if (key === 'stack_id') input.value = chosenStack() ?? '';
    input.required = required;
    return { parameter, input, label: field(`${key} (${where}${required ? '' : ', optional'})`, input) };
  });
  const body = parts.body === null ? null : bodyField(parts.body);
  const button = element('button', { type: 'submit' }, [`Send ${parts.method}`]);
  // Announce only the status, because the rest may be long.
  const status = element('p', { role: 'status', class: 'line' });
  const output = element('div', { role: 'region', 'aria-label': `Answer: ${name}` });
  const labels = [
    token.label,
    ...token.offer,
    ...values.map(({ label }) => label),
    ...(body ? [field('Body (JSON)', body)] : []),
  ];
  const form = element('form', { 'aria-label': `Try it: ${name}` }, [
    ...labels,
    element('p', {}, [button]),
    status,
    output,
  ]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // A disabled button would lose the focus.
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    status.textContent = '…';
    output.replaceChildren();
    const parameters = values.map(({ parameter, input }) => ({ ...parameter, value: input.value.trim() }));
    const answer = await send(parts, { token: token.input.value.trim(), parameters, body: body?.value ?? null });
    status.textContent = answer.ms === null ? answer.status : `${answer.status} in ${answer.ms} ms`;
    output.replaceChildren(...shown(answer));
    addCopyButtons(output.querySelectorAll<HTMLElement>('.block'));
    button.ariaBusy = 'false';
  });
  return form;
}

const field = (text: string, control: HTMLElement): HTMLLabelElement => element('label', {}, [text, control]);

function tokenField(scheme: string) {
  const input = element('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' });
  input.required = true;
  input.value = tokens.get(scheme) ?? '';
  input.addEventListener('input', () => tokens.set(scheme, input.value));
  input.addEventListener('focus', () => {
    if (input.value === '') input.value = tokens.get(scheme) ?? '';
  });
  return {
    input,
    label: field(TOKENS[scheme] ?? 'Token', input),
    offer: scheme === 'api_key' ? [keyOffer(input)] : [],
  };
}

/** Creates a key for a signed-in reader, because REST doesn't accept sessions. */
function keyOffer(input: HTMLInputElement): HTMLElement {
  const button = element('button', { type: 'button' }, ['Create a key for 1 hour']);
  const status = element('span', { role: 'status' });
  button.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    const { makeKey } = await import('./tryKey.ts');
    const made = await makeKey();
    button.ariaBusy = 'false';
    if ('problem' in made) return status.replaceChildren(made.problem);
    input.value = made.key;
    tokens.set('api_key', made.key);
    status.textContent = 'Created the key “REST reference” with the Developer role. It expires in 1 hour.';
  });
  return element('p', { class: 'offer' }, [button, ' ', status]);
}

function bodyField(example: string): HTMLTextAreaElement {
  const area = element('textarea', { rows: String(Math.min(example.split('\n').length, 16)), spellcheck: 'false' });
  area.value = example;
  return area;
}

const shown = ({ headers, text }: Answer): readonly Node[] =>
  [headers, text]
    .filter((content) => content !== '')
    .map((content) =>
      element('div', { class: 'block' }, [
        element('pre', { class: 'code', tabindex: '0' }, [element('code', {}, [content])]),
      ]),
    );
