import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type Html, html } from '../wire/html.ts';

const LANGUAGES = { bash, graphql, ini, javascript, json, nginx, python, typescript, xml, yaml };

/** Prefix of the classes that `style.ts` defines. */
const CLASS_PREFIX = 'h-';

// A private instance: the library's is shared within the process.
const highlighter = hljs.newInstance();
highlighter.configure({ classPrefix: CLASS_PREFIX });
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);

/** Parts without a colour need no element; they are a third of all parts in the REST reference. */
const PLAIN = /<span class="h-(?:punctuation|operator|params)">([^<]*)<\/span>/g;

/**
 * Code as HTML whose parts have classes; plain text if its language is unknown. Done here rather than by a script, so
 * that the page arrives highlighted. Shiki writes a style into every part, which the pages' policy forbids.
 */
export function highlighted(code: string, language: string): Html {
  if (highlighter.getLanguage(language) === undefined) return html`${code}`;
  return { html: highlighter.highlight(code, { language, ignoreIllegals: true }).value.replace(PLAIN, '$1') };
}
