// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts quote the source.
/** A pattern that takes longer than linear time, or that the checker can't read. `bound` explains why it's harmless. */
export type Longer = { readonly path: string; readonly pattern: string; readonly bound: string };

const UNICODE_SETS = 'unicode sets (flag v), which the checker cannot read: sticky, and no more than 8 joined emoji';
const PASSWORD = 'a password of at most 128 characters';

export const LONGER: readonly Longer[] = [
  {
    path: 'src/cli/wordingFile.ts',
    pattern: '/(?:"((?:[^"]|"")*)"|([^",\\r\\n]*))(,|\\r?\\n|$)/g',
    bound: 'a file of the person who runs the command, in their own process',
  },
  {
    path: 'src/connectors/http/errorBody.ts',
    pattern: '/(https?:\\/\\/[^\\s?#]*)[?#]\\S*/gi',
    bound: 'the first 1,200 characters of a message',
  },
  { path: 'src/connectors/http/errorBody.ts', pattern: '/\\uFFFD+$/', bound: 'at most 4,096 bytes' },
  {
    path: 'src/connectors/openapi/effects.ts',
    pattern: '/\\bextract\\w*\\b.*\\b(?:archives?|directory|folder|into|tar|zip)\\b/is',
    bound: 'the first 600 characters of a summary and of a description',
  },
  {
    path: 'src/core/lib/hiddenText.ts',
    pattern: '/(?<=[\\p{Emoji}--\\p{Emoji_Presentation}--[0-9#*]])\\ufe0f|(?<=[0-9#*])\\ufe0f(?=\\u20e3)/vy',
    bound: UNICODE_SETS,
  },
  { path: 'src/core/lib/hiddenText.ts', pattern: '/\\p{RGI_Emoji}/vy', bound: UNICODE_SETS },
  {
    path: 'src/core/lib/hiddenText.ts',
    pattern:
      '/\\p{Emoji}(?:[\\p{EMod}\\ufe0f]|[\\u{e0020}-\\u{e007f}]{1,7})?(?:\\u200d\\p{Emoji}[\\p{EMod}\\ufe0f]?){0,8}/vy',
    bound: UNICODE_SETS,
  },
  { path: 'src/core/people/weakPassword.ts', pattern: '/[^\\p{L}]+$/u', bound: PASSWORD },
  {
    path: 'src/core/policies/conditionCheck.ts',
    pattern: '/\\.matches\\(\\s*("(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\')\\s*\\)/g',
    bound: 'a condition of at most 2,000 characters',
  },
  {
    path: 'src/graphql/execution/quotedValues.ts',
    pattern: '/(?:\\w+|Enum "\\w+") cannot represent [\\w -]+/',
    bound: 'used only behind `; ` or at the start of a message, as a part of the patterns made of it',
  },
  {
    path: 'src/site/documents.ts',
    pattern: '/\\]\\(([a-z0-9-]+\\.md(?:#[^)\\s]*)?)\\)/g',
    bound: 'our own documents, once',
  },
];

/** A pattern built at run time. `bound` names its source, and explains why it's linear or harmless. */
export type Computed = { readonly path: string; readonly text: string; readonly bound: string };

const SYNTAX = 'compiled to see whether it can be, and never run';
const QUOTED = 'constants; each part begins at a sign that it does not repeat';

export const COMPUTED: readonly Computed[] = [
  {
    path: 'src/connectors/openapi/effects.ts',
    text: "BEGINNINGS.map((beginning) => `^${beginning}`).join('|')",
    bound: 'constants: anchored, over 600 characters',
  },
  {
    path: 'src/rest/direct.ts',
    text: '`^${path.replaceAll(/\\{(\\w+)\\}/g, String.raw`(?<$1>[\\w-]+)`)}${query}$`',
    bound: 'our own paths: anchored, and each part ends at a slash',
  },
  {
    path: 'src/connectors/openapi/flows.ts',
    text: '`(?:^|[^a-z])(?:${words})(?:$|[^a-z])`',
    bound: 'constants: one of several words',
  },
  {
    path: 'src/core/accounts/keyFormat.ts',
    text: '`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`',
    bound: 'constants: anchored, of one length',
  },
  {
    path: 'src/core/lib/hiddenText.ts',
    text: 'String.raw`(?<=[[${JOINING}]&&[\\p{L}\\p{M}]])[\\u200c\\u200d](?=\\p{L})`',
    bound: 'constants: sticky, three characters',
  },
  {
    path: 'src/core/lib/namedNumbers.ts',
    text: '`"${NAME_PREFIX}([-+.\\\\deE]+)"`',
    bound: 'constants: begins with a random text that no sender knows',
  },
  {
    path: 'src/core/machines/trustedIssuer.ts',
    text: '`^[\\\\x21-\\\\x7e]{1,${max}}$`',
    bound: 'constants: anchored, one class of characters',
  },
  { path: 'src/core/schemas/patterns.ts', text: 'pattern', bound: SYNTAX },
  { path: 'src/formats/schema.ts', text: 'value', bound: SYNTAX },
  {
    path: 'src/mcp/writtenAnswer.ts',
    text: '`"code":${ProtocolErrorCode.InternalError},"message":"${CODE}(-\\\\d+):`',
    bound: 'constants: begins with a random text that no sender knows',
  },
  {
    path: 'src/graphql/execution/quotedValues.ts',
    text: "`(?:${REASONS.map(({ source }) => source).join('|')})`",
    bound: QUOTED,
  },
  {
    path: 'src/graphql/execution/quotedValues.ts',
    text: 'String.raw`^(Variable "\\$\\w+") got invalid value [\\s\\S]*?( at "[\\w.[\\]]+")?; (${REASON.source})`',
    bound: QUOTED,
  },
  {
    path: 'src/graphql/execution/quotedValues.ts',
    text: 'String.raw`^(Expected value of type "[\\w![\\]]+"), found [\\s\\S]*?(?:; (${REASON.source})|$)`',
    bound: QUOTED,
  },
  {
    path: 'src/core/rehearsal/patternText.ts',
    text: "`^[${isNegated ? '^' : ''}${members}]$`",
    bound: 'one class of characters, tested on one character',
  },
  {
    path: 'src/wire/routes.ts',
    text: "`^${source.replaceAll('*', '.*')}$`",
    bound: 'our own routes: anchored, with one wildcard at most',
  },
  {
    path: 'web/src/documents/context.ts',
    text: '`(?<![\\\\p{L}\\\\p{N}])(${any})`',
    bound: 'escaped words that a person searches our documents for, in their own browser',
  },
];
