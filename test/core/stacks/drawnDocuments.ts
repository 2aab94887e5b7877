import { numbersFrom } from '../../harness/random.ts';

/** The servers and their tools that drawn documents use. */
export const SERVERS = ['one', 'two', 'three'];
export const TOOLS = ['find', 'send', 'drop', 'list'];

const draw = numbersFrom(7);
const chance = (share: number): boolean => draw() < share;
const some = <T>(all: readonly T[]): T[] => all.filter(() => chance(0.5));
const pick = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(draw() * all.length)] ?? all[0];

function drawnTools(server: string) {
  return some(TOOLS).map((tool) => ({
    id: `${server}_${tool}`,
    ...(chance(0.3) && { name: `${tool}_of_${server}` }),
    ...(chance(0.3) && { description: `Does ${tool}, “${Math.floor(draw() * 99)}”` }),
    ...(chance(0.3) && { isPinned: true }),
  }));
}

const drawnRule = () => ({
  name: pick(['Ask first', 'Never/~ever', 'Quota']),
  effect: pick(['ask', 'deny']),
  ...(chance(0.5) && { tools: some(['one_*', 'two_send', 'three_drop']) }),
  ...(chance(0.3) && { condition: 'input.size() > 3' }),
  ...(chance(0.3) && { quota: { calls: 5, per: pick(['hour', 'day']), of: 'tool' } }),
  ...(chance(0.3) && { readOnly: false, message: 'No' }),
  ...(chance(0.3) && { isEnabled: false }),
});

/** A random document, from the same numbers in every run. */
export const drawn = (name: string) => ({
  name,
  ...(chance(0.3) && { recordsCalls: false }),
  ...(chance(0.2) && { contentDays: 7, contentRedactions: ['email'] }),
  servers: some(SERVERS).map((id) => ({
    id,
    ...(chance(0.4) && { credentialMode: pick(['user', 'user_then_stack']) }),
    tools: drawnTools(id),
  })),
  rules: Array.from({ length: Math.floor(draw() * 4) }, drawnRule),
  skills: some(['refunds', 'tidy-up']).map((name) => ({
    content: `---\nname: ${name}\ndescription: Use for ${name}.\n---\nStep ${Math.floor(draw() * 9)}.\n`,
  })),
});
