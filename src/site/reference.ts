import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { type Html, html, prose } from '../wire/html.ts';
import { curlText, type ExampleRequest, exampleRequest } from './curl.ts';
import { CLOSE_FRAME, codeBlock, openFrame } from './frames.ts';
import { createHeadingIds } from './markdown.ts';
import { examplesOf, listAt, objectAt, resolved, textAt } from './openApi.ts';
import { type DescribedOperation, schemesOf } from './operations.ts';
import { current, linkList, sitePage } from './page.ts';
import { schemaText } from './schemaText.ts';

const INDEX = '/reference';

/** A tag of the OpenAPI document with its operations, which have a page. */
export type ReferenceSection = {
  readonly path: string;
  readonly name: string;
  readonly operations: readonly DescribedOperation[];
};

export function referenceSections(document: JsonObject): readonly ReferenceSection[] {
  const paths = objectAt(document, 'paths');
  const operations = Object.keys(paths).flatMap((path) => {
    const item = objectAt(paths, path);
    return Object.keys(item).map((method) => ({ method: method.toUpperCase(), path, about: objectAt(item, method) }));
  });
  const idOf = createHeadingIds();
  return listAt(document, 'tags').map((tag) => {
    const name = textAt(tag, 'name');
    return {
      path: `${INDEX}/${idOf(name)}`,
      name,
      operations: operations.filter(({ about }) => Array.isArray(about['tags']) && about['tags'][0] === name),
    };
  });
}

/** Where an operation is described. */
export const operationPath = ({ path }: ReferenceSection, { about }: DescribedOperation): string =>
  `${path}#${textAt(about, 'operationId')}`;

/** The list of operations by tag. Each has its id, because old links name it here. */
export function referencePage(document: JsonObject): string {
  const info = objectAt(document, 'info');
  const sections = referenceSections(document);
  const title = `${textAt(info, 'title')} REST reference`;
  return sitePage({
    title,
    section: INDEX,
    path: INDEX,
    lists: [sideList(sections, INDEX)],
    main: html`<h1>${title}</h1>
<p>${prose(textAt(info, 'description'))}</p>
<p>Also available as <a href="/openapi.json">openapi.json</a>. Guides are in the <a href="/docs">documentation</a>.</p>
${sections.map(
  (section) => html`<h2><a href="${section.path}">${section.name}</a></h2>
<ul class="index">${section.operations.map(
    (operation) =>
      html`<li id="${textAt(operation.about, 'operationId')}"><a href="${operationPath(section, operation)}">${textAt(operation.about, 'summary')}</a> <code>${operation.method} ${operation.path}</code></li>`,
  )}</ul>
`,
)}`,
  });
}

/** The operations of one tag, with example requests to the address that the reader uses. */
export function referenceSectionPage(
  document: JsonObject,
  { path, name, operations }: ReferenceSection,
  address: string,
) {
  return sitePage({
    title: `${name} – ${textAt(objectAt(document, 'info'), 'title')} REST reference`,
    section: INDEX,
    path,
    lists: [sideList(referenceSections(document), path)],
    main: html`<h1>REST reference</h1>
<h2>${name}</h2>
<div class="operations">${operations.map((one) => article(document, one, example(exampleRequest(document, one), address)))}</div>
`,
  });
}

const sideList = (sections: readonly ReferenceSection[], here: string): Html =>
  linkList(
    { name: 'All operations', className: 'side' },
    sections.map(
      (section) =>
        html`<p><a href="${section.path}"${section.path === here ? current(true) : null}>${section.name}</a></p><ul>${section.operations.map(
          (operation) =>
            html`<li><a href="${operationPath(section, operation)}">${textAt(operation.about, 'summary')}</a></li>`,
        )}</ul>`,
    ),
  );

/** A request as a command, and the data for the script's form. */
const example = (parts: ExampleRequest, address: string): Html =>
  html`<h4>Example</h4>${codeBlock(curlText(parts, address), 'sh')}<div class="try" data-request="${JSON.stringify(parts)}"></div>`;

function article(document: JsonObject, { method, path, about }: DescribedOperation, request: Html): Html {
  const schemes = objectAt(objectAt(document, 'components'), 'securitySchemes');
  const media = objectAt(objectAt(resolved(document, objectAt(about, 'requestBody')), 'content'), 'application/json');
  const hasBody = Object.keys(media).length > 0;
  return html`<article id="${textAt(about, 'operationId')}">
<h3>${textAt(about, 'summary')}</h3>
<p class="line"><b>${method}</b> <code>${path}</code></p>
<p>${prose(textAt(about, 'description'))}</p>
${schemesOf(about).map((scheme) => html`<p class="auth"><code>Authorization: Bearer</code> ${prose(textAt(objectAt(schemes, scheme), 'description'))}</p>`)}
${parameters(document, textAt(about, 'summary'), listAt(about, 'parameters'))}
${hasBody ? html`<h4>Request body</h4>${schemaAndExamples(document, media)}` : null}
${request}
<h4>Responses</h4>
${Object.entries(objectAt(about, 'responses')).map(([status, response]) => answer(document, status, response))}
</article>
`;
}

const HEADER = html`<thead><tr>${['Name', 'Where', 'Type', 'Meaning'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;

function parameters(document: JsonObject, operation: string, list: readonly JsonObject[]): Html | null {
  if (list.length === 0) return null;
  const rows = list.map((node) => {
    const one = resolved(document, node);
    const type = schemaText(document, objectAt(one, 'schema'));
    const need = one['required'] === true ? 'required' : 'optional';
    return html`<tr><td><code>${textAt(one, 'name')}</code></td><td>${textAt(one, 'in')}, ${need}</td><td><code>${type}</code></td><td>${prose(textAt(one, 'description'))}</td></tr>`;
  });
  return html`<h4>Parameters</h4>${openFrame(`Parameters: ${operation}`)}<table>${HEADER}${rows}</table>${CLOSE_FRAME}`;
}

function schemaAndExamples(document: JsonObject, media: JsonObject): Html {
  return html`${codeBlock(schemaText(document, objectAt(media, 'schema')), 'ts')}${examplesOf(media).map((example) =>
    codeBlock(JSON.stringify(example, null, 2), 'json', 'code example'),
  )}`;
}

function answer(document: JsonObject, status: string, node: unknown): Html {
  const response = resolved(document, isJsonObject(node) ? node : {});
  const media = objectAt(objectAt(response, 'content'), 'application/json');
  const headers = Object.keys(objectAt(response, 'headers'));
  return html`<details class="answer"><summary><b>${status}</b> ${prose(textAt(response, 'description'))}</summary>
${headers.length > 0 ? html`<p>Headers: ${headers.map((name) => html`<code>${name}</code> `)}</p>` : null}
${Object.keys(media).length > 0 ? schemaAndExamples(document, media) : null}</details>
`;
}
