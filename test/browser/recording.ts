/** A command as typed, on one or several lines; its duration; and its output. */
export type Step = { readonly command: string; readonly seconds: number; readonly output: readonly string[] };

const COLUMNS = 104;
const CHAR_PX = 7.8;
const LINE_PX = 19;
const MARGIN_PX = 18;
/** The bar of the window, above the first line. */
const TOP_PX = 48;
const SECONDS_PER_CHAR = 0.015;
/** Pause before the next command is typed. */
const PAUSE_SECONDS = 1.3;

type Line = { readonly text: string; readonly isCommand: boolean; readonly atSeconds: number };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const cut = (text: string): string => (text.length > COLUMNS ? `${text.slice(0, COLUMNS - 1)}…` : text);

function timed(steps: readonly Step[]): readonly Line[] {
  let now = 0.5;
  return steps.flatMap(({ command, seconds, output }) => {
    const typed = `$ ${command}`.split('\n').map((text) => {
      const line = { text: cut(text), isCommand: true, atSeconds: now };
      now += line.text.length * SECONDS_PER_CHAR;
      return line;
    });
    now += seconds;
    const lines = output.map((text) => ({ text: cut(text), isCommand: false, atSeconds: now }));
    now += PAUSE_SECONDS;
    return [...typed, ...lines, { text: '', isCommand: false, atSeconds: now }];
  });
}

function drawn({ text, isCommand, atSeconds }: Line, row: number): string {
  const delay = `animation-delay:${atSeconds.toFixed(2)}s`;
  const at = `x="${MARGIN_PX}" y="${TOP_PX + row * LINE_PX}"`;
  if (!isCommand) return `<text ${at} class="out" style="${delay}">${escaped(text)}</text>`;
  const typing = `${delay};animation-duration:${(text.length * SECONDS_PER_CHAR).toFixed(2)}s`;
  const timing = `animation-timing-function:steps(${text.length})`;
  return `<text ${at} class="in" style="${typing};${timing}">${escaped(text)}</text>`;
}

/**
 * A terminal that types `steps` and shows their output, as one SVG without scripts. It plays once and then stays;
 * users who prefer reduced motion see the end at once.
 */
export function recordingOf(steps: readonly Step[]): string {
  const lines = timed(steps).slice(0, -1);
  const width = Math.round(COLUMNS * CHAR_PX + 2 * MARGIN_PX);
  const height = TOP_PX + lines.length * LINE_PX;
  const lights = ['#ff5f57', '#febc2e', '#28c840'];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>Toolyard in a terminal: it starts, and a tool is called</title>
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}
.in{fill:#fff;clip-path:inset(0 100% 0 0);animation:type 1s linear forwards}
.out{fill:#a9b4c2;opacity:0;animation:show .01s linear forwards}
@keyframes type{to{clip-path:inset(0 0 0 0)}}
@keyframes show{to{opacity:1}}
@media (prefers-reduced-motion:reduce){.in{clip-path:none;animation:none}.out{opacity:1;animation:none}}
</style>
<rect width="${width}" height="${height}" rx="10" fill="#14181f"/>
${lights.map((color, index) => `<circle cx="${MARGIN_PX + 6 + index * 20}" cy="18" r="6" fill="${color}"/>`).join('\n')}
${lines.flatMap((line, row) => (line.text === '' ? [] : [drawn(line, row)])).join('\n')}
</svg>
`;
}
