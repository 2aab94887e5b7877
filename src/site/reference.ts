import { isRecord, type JsonObject } from '../core/json.ts';
import { type Html, html, prose } from './html.ts';
import { listAt, objectAt, resolved, textAt, toObject } from './openApi.ts';
import { STYLE } from './referenceStyle.ts';
import { schemaText } from './schemaText.ts';

type Operation = { readonly method: string; readonly path: string; readonly about: JsonObject };

/** The OpenAPI document as one page without a script, for people. */
export function referencePage(document: JsonObject): string {
  const info = objectAt(document, 'info');
  const operations = operationsOf(document);
  const sections = listAt(document, 'tags').map((tag) => {
    const name = textAt(tag, 'name');
    return { name, operations: operations.filter(({ about }) => tagOf(about) === name) };
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${textAt(info, 'title')} REST reference</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<nav><strong>${textAt(info, 'title')} REST</strong>${sections.map(contents)}</nav>
<main>
<h1>${textAt(info, 'title')} REST reference</h1>
<p>${prose(textAt(info, 'description'))}</p>
<p>The same as <a href="/openapi.json">openapi.json</a>. More is in the <a href="/llms.txt">documents</a>.</p>
${sections.map((section) => html`<h2>${section.name}</h2>${section.operations.map((one) => article(document, one))}`)}
</main>
</body>
</html>
`.html;
}

const tagOf = (about: JsonObject): unknown => (Array.isArray(about['tags']) ? about['tags'][0] : undefined);

function operationsOf(document: JsonObject): readonly Operation[] {
  const paths = objectAt(document, 'paths');
  return Object.keys(paths).flatMap((path) => {
    const item = objectAt(paths, path);
    return Object.keys(item).map((method) => ({ method: method.toUpperCase(), path, about: objectAt(item, method) }));
  });
}

type Section = { readonly name: string; readonly operations: readonly Operation[] };

const contents = ({ name, operations }: Section): Html =>
  html`<p>${name}</p><ul>${operations.map(
    ({ about }) => html`<li><a href="#${textAt(about, 'operationId')}">${textAt(about, 'summary')}</a></li>`,
  )}</ul>`;

function article(document: JsonObject, { method, path, about }: Operation): Html {
  const schemes = listAt(about, 'security').flatMap((scheme) => Object.keys(scheme));
  return html`<article id="${textAt(about, 'operationId')}">
<h3>${textAt(about, 'summary')}</h3>
<p class="line"><b>${method}</b> <code>${path}</code></p>
<p>${prose(textAt(about, 'description'))}</p>
${schemes.map((scheme) => html`<p class="auth"><code>Authorization: Bearer</code> ${prose(schemeText(document, scheme))}</p>`)}
${parameters(document, listAt(about, 'parameters'))}
${body(document, 'Request body', resolved(document, objectAt(about, 'requestBody')))}
<h4>Responses</h4>
${Object.entries(objectAt(about, 'responses')).map(([status, response]) => answer(document, status, response))}
</article>
`;
}

const schemeText = (document: JsonObject, name: string): string =>
  textAt(objectAt(objectAt(objectAt(document, 'components'), 'securitySchemes'), name), 'description');

function parameters(document: JsonObject, list: readonly JsonObject[]): Html | null {
  if (list.length === 0) return null;
  const rows = list.map((given) => {
    const one = resolved(document, given);
    const type = schemaText(document, objectAt(one, 'schema'));
    const need = one['required'] === true ? 'required' : 'optional';
    return html`<tr><td><code>${textAt(one, 'name')}</code></td><td>${textAt(one, 'in')}, ${need}</td><td><code>${type}</code></td><td>${prose(textAt(one, 'description'))}</td></tr>`;
  });
  return html`<h4>Parameters</h4><table>${rows}</table>`;
}

function body(document: JsonObject, heading: string, described: JsonObject): Html | null {
  const media = objectAt(objectAt(described, 'content'), 'application/json');
  if (Object.keys(media).length === 0) return null;
  return html`<h4>${heading}</h4>${schemaAndExamples(document, media)}`;
}

function schemaAndExamples(document: JsonObject, media: JsonObject): Html {
  const named = Object.values(objectAt(media, 'examples')).flatMap((one) =>
    isRecord(one) && 'value' in one ? [toObject(one)['value']] : [],
  );
  const examples = 'example' in media ? [media['example']] : named;
  return html`<pre>${schemaText(document, objectAt(media, 'schema'))}</pre>${examples.map(
    (example) => html`<pre class="example">${JSON.stringify(example, null, 2)}</pre>`,
  )}`;
}

function answer(document: JsonObject, status: string, given: unknown): Html {
  const response = resolved(document, isRecord(given) ? toObject(given) : {});
  const media = objectAt(objectAt(response, 'content'), 'application/json');
  const headers = Object.keys(objectAt(response, 'headers'));
  return html`<details><summary><b>${status}</b> ${prose(textAt(response, 'description'))}</summary>
${headers.length > 0 ? html`<p>Headers: ${headers.map((name) => html`<code>${name}</code> `)}</p>` : null}
${Object.keys(media).length > 0 ? schemaAndExamples(document, media) : null}</details>
`;
}
