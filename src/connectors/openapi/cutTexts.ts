import { firstNames } from '../../core/lib/text.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import type { ServerDocument } from '../../core/servers/document.ts';

/** Maximum characters of texts in an input schema and of a credential field's description. */
export const TEXT_CHARS_MAX = 1_000;
/** Maximum characters of a tool's description. OpenAI rejects longer ones. */
export const ABOUT_TOOL_CHARS_MAX = 1_024;
/** Maximum characters of a server's description. */
export const ABOUT_CHARS_MAX = 4_096;

/** Maximum characters of a server's name. */
export const SERVER_NAME_CHARS_MAX = 200;

/** Whether a value contains a text that `ellipsized` cut. */
export const hasCutText = (value: unknown, charsMax: number): boolean => {
  if (typeof value === 'string') return value.length === charsMax && value.endsWith('…');
  return value !== null && typeof value === 'object' && Object.values(value).some((each) => hasCutText(each, charsMax));
};

const NAMES_SHOWN = 3;
const CUT_TITLE = `the document’s title is cut after ${SERVER_NAME_CHARS_MAX} characters`;
const CUT_DESCRIPTIONS = 'long descriptions are cut and end with “…”';

/** A warning about texts that the import cut with `ellipsized`. */
export function cutTexts({
  name: serverName,
  description,
  tools,
  credentials,
}: ServerDocument): ImportedServer['warnings'] {
  const cut = tools.filter(
    (tool) => hasCutText(tool.description, ABOUT_TOOL_CHARS_MAX) || hasCutText(tool.inputSchema, TEXT_CHARS_MAX),
  );
  const names = [
    ...(hasCutText(description, ABOUT_CHARS_MAX) ? ['the server'] : []),
    ...credentials.filter((field) => hasCutText(field.description, TEXT_CHARS_MAX)).map(({ id }) => id),
    ...cut.map(({ name }) => name),
  ];
  return [
    ...(hasCutText(serverName, SERVER_NAME_CHARS_MAX) ? [CUT_TITLE] : []),
    ...(names.length > 0 ? [`${CUT_DESCRIPTIONS}: those of ${firstNames(names, NAMES_SHOWN)}`] : []),
  ].map((reason) => ({ tool: '', reason }));
}
