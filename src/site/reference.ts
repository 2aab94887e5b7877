import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { type Html, html, prose } from '../wire/html.ts';
import { curlText, type ExampleRequest, exampleRequest } from './curl.ts';
import { CLOSE_FRAME, codeBlock, openFrame } from './frames.ts';
import { examplesOf, listAt, objectAt, resolved, textAt } from './openApi.ts';
import { type DescribedOperation, describedOperations, schemesOf } from './operations.ts';
import { linkList, sitePage } from './page.ts';
import { schemaText } from './schemaText.ts';

/** The OpenAPI document as one page for people, with example requests to the address that they use. */
export function referencePage(document: JsonObject, address: string): string {
  const info = objectAt(document, 'info');
  const operations = describedOperations(document);
  const sections = listAt(document, 'tags').map((tag) => {
    const name = textAt(tag, 'name');
    return { name, operations: operations.filter(({ about }) => tagOf(about) === name) };
  });
  const title = `${textAt(info, 'title')} REST reference`;
  return sitePage({
    title,
    section: '/reference',
    path: '/reference',
    lists: [linkList({ name: 'All operations', className: 'side' }, sections.map(contents))],
    main: html`<h1>${title}</h1>
<p>${prose(textAt(info, 'description'))}</p>
<p>Also available as <a href="/openapi.json">openapi.json</a>. Guides are in the <a href="/docs">documentation</a>.</p>
<div class="operations">${sections.map(
      ({ name, operations: ofIt }) =>
        html`<h2>${name}</h2>${ofIt.map((one) => article(document, one, example(exampleRequest(document, one), address)))}`,
    )}</div>
`,
  });
}

const tagOf = (about: JsonObject): unknown => (Array.isArray(about['tags']) ? about['tags'][0] : undefined);

type Section = { readonly name: string; readonly operations: readonly DescribedOperation[] };

const contents = ({ name, operations }: Section): Html =>
  html`<p>${name}</p><ul>${operations.map(
    ({ about }) => html`<li><a href="#${textAt(about, 'operationId')}">${textAt(about, 'summary')}</a></li>`,
  )}</ul>`;

/** A request as a command, and the data for the script's form. */
const example = (parts: ExampleRequest, address: string): Html =>
  html`<h4>Example</h4>${codeBlock(curlText(parts, address), 'sh')}<div class="try" data-request="${JSON.stringify(parts)}"></div>`;

function article(document: JsonObject, { method, path, about }: DescribedOperation, request: Html): Html {
  return html`<article id="${textAt(about, 'operationId')}">
<h3>${textAt(about, 'summary')}</h3>
<p class="line"><b>${method}</b> <code>${path}</code></p>
<p>${prose(textAt(about, 'description'))}</p>
${schemesOf(about).map((scheme) => html`<p class="auth"><code>Authorization: Bearer</code> ${prose(schemeText(document, scheme))}</p>`)}
${parameters(document, textAt(about, 'summary'), listAt(about, 'parameters'))}
${body(document, 'Request body', resolved(document, objectAt(about, 'requestBody')))}
${request}
<h4>Responses</h4>
${Object.entries(objectAt(about, 'responses')).map(([status, response]) => answer(document, status, response))}
</article>
`;
}

const schemeText = (document: JsonObject, name: string): string =>
  textAt(objectAt(objectAt(objectAt(document, 'components'), 'securitySchemes'), name), 'description');

const HEADER = html`<thead><tr>${['Name', 'Where', 'Type', 'Meaning'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;

function parameters(document: JsonObject, operation: string, list: readonly JsonObject[]): Html | null {
  if (list.length === 0) return null;
  const rows = list.map((given) => {
    const one = resolved(document, given);
    const type = schemaText(document, objectAt(one, 'schema'));
    const need = one['required'] === true ? 'required' : 'optional';
    return html`<tr><td><code>${textAt(one, 'name')}</code></td><td>${textAt(one, 'in')}, ${need}</td><td><code>${type}</code></td><td>${prose(textAt(one, 'description'))}</td></tr>`;
  });
  return html`<h4>Parameters</h4>${openFrame(`Parameters: ${operation}`)}<table>${HEADER}${rows}</table>${CLOSE_FRAME}`;
}

function body(document: JsonObject, heading: string, described: JsonObject): Html | null {
  const media = objectAt(objectAt(described, 'content'), 'application/json');
  if (Object.keys(media).length === 0) return null;
  return html`<h4>${heading}</h4>${schemaAndExamples(document, media)}`;
}

function schemaAndExamples(document: JsonObject, media: JsonObject): Html {
  return html`${codeBlock(schemaText(document, objectAt(media, 'schema')), 'ts')}${examplesOf(media).map((example) =>
    codeBlock(JSON.stringify(example, null, 2), 'json', 'code example'),
  )}`;
}

function answer(document: JsonObject, status: string, given: unknown): Html {
  const response = resolved(document, isJsonObject(given) ? given : {});
  const media = objectAt(objectAt(response, 'content'), 'application/json');
  const headers = Object.keys(objectAt(response, 'headers'));
  return html`<details class="answer"><summary><b>${status}</b> ${prose(textAt(response, 'description'))}</summary>
${headers.length > 0 ? html`<p>Headers: ${headers.map((name) => html`<code>${name}</code> `)}</p>` : null}
${Object.keys(media).length > 0 ? schemaAndExamples(document, media) : null}</details>
`;
}
