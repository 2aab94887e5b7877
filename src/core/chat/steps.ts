import { z } from 'zod';
import { listModeSchema } from '../kernel/listMode.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { listUpTo } from '../lib/parse.ts';
import type { CallResult, PickedCall, Step } from './modelPort.ts';

/** Maximum turns of a conversation. */
export const TURNS_MAX = 60;
/** Maximum characters of all texts and inputs of a conversation. */
export const CONVERSATION_CHARS_MAX = 200_000;
/** Maximum calls that a model may pick in one step. */
export const CALLS_AT_ONCE_MAX = 16;

const text = z.string().refine((input) => input.isWellFormed(), 'must be well-formed Unicode');
const pickSchema = z
  .object({
    ref: z.string().regex(/^[\w-]{1,128}$/),
    name: text.min(1).max(200),
    toolInput: z.custom<JsonObject>(isJsonObject, 'must be an object'),
  })
  .transform(({ ref: id, name, toolInput: input }): PickedCall => ({ id, name, input }));
const turnSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('person'), text: text.refine((input) => input.trim() !== '', 'must not be blank') }),
  z.object({
    by: z.literal('model'),
    text: text.nullish(),
    picks: listUpTo(pickSchema, CALLS_AT_ONCE_MAX).nullish(),
  }),
  z.object({ by: z.literal('tool'), ref: z.string().max(128), text, isError: z.boolean().nullish() }),
]);
type Turn = z.infer<typeof turnSchema>;

/** The request: the conversation, whose last turn is the one to respond to, and which tools are visible. */
export const askInput = z.object({
  turns: listUpTo(turnSchema, TURNS_MAX, 1).refine(
    (turns) => charsOf(turns) <= CONVERSATION_CHARS_MAX,
    `must be at most ${CONVERSATION_CHARS_MAX} characters`,
  ),
  mode: listModeSchema.nullish(),
});

const charsOf = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => {
    const inputs = turn.by === 'model' ? (turn.picks ?? []).map(({ input }) => JSON.stringify(input).length) : [];
    return inputs.reduce((all, each) => all + each, sum + (turn.text?.length ?? 0));
  }, 0);

const NOT_RUN = 'The person has not run this call.';

/**
 * The conversation in the form that models require: alternating person and model steps, with a result for each chosen
 * call, in order. A call that the person did not run gets a result that says so.
 * @throws invalid_input for turns in another order, and for a result without a call in the model's last turn
 */
export function toSteps(turns: readonly Turn[]): readonly Step[] {
  const talk: Conversation = { steps: [], results: [] };
  for (const [index, turn] of turns.entries()) {
    const problem = add(talk, turn);
    if (problem === null) continue;
    const issues = [{ path: `/turns/${index}`, message: problem }];
    throw new AppError('invalid_input', 'Invalid conversation', { issues });
  }
  if (talk.results.length > 0) addPerson(talk, '');
  if (talk.steps.at(-1)?.by === 'person') return talk.steps;
  const issues = [{ path: '/turns', message: 'must end with a turn of the person or of a tool' }];
  throw new AppError('invalid_input', 'Invalid conversation', { issues });
}

/** A conversation being built: its steps, and the results for the next step. */
type Conversation = { readonly steps: Step[]; results: CallResult[] };
type TurnOf<B extends Turn['by']> = Extract<Turn, { readonly by: B }>;

/** Adds a turn. Returns an error message if it cannot follow the previous turn; otherwise null. */
function add(talk: Conversation, turn: Turn): string | null {
  if (turn.by === 'tool') {
    const { ref: callId, text: content, isError } = turn;
    const isAwaited = openCalls(talk).some(({ id }) => id === callId);
    const isThere = talk.results.some((each) => each.callId === callId);
    if (!isAwaited || isThere) return 'must be the first result of a call that the model has just picked';
    talk.results.push({ callId, text: content, isError: isError ?? false });
    return null;
  }
  if (turn.by === 'model') return addModel(talk, turn);
  if (talk.steps.at(-1)?.by === 'person') return 'must come after a turn of the model';
  addPerson(talk, turn.text);
  return null;
}

function addModel(talk: Conversation, { text: modelText, picks }: TurnOf<'model'>): string | null {
  if (talk.results.length > 0) addPerson(talk, '');
  if (talk.steps.at(-1)?.by !== 'person') return 'must come after a turn of the person or of a tool';
  const picked = picks ?? [];
  if (new Set(picked.map(({ id }) => id)).size < picked.length) return 'must name each call once';
  talk.steps.push({ by: 'model', text: modelText ?? '', calls: picked });
  return null;
}

function addPerson(talk: Conversation, personText: string): void {
  const { steps, results } = talk;
  const open = openCalls(talk);
  talk.results = [];
  steps.push({
    by: 'person',
    text: personText,
    results: open.map(
      ({ id }) =>
        results.find(({ callId }: CallResult): boolean => callId === id) ?? {
          callId: id,
          text: NOT_RUN,
          isError: true,
        },
    ),
  });
}

/** The calls that the model chose in the last step; empty if that step is a person's. */
function openCalls({ steps }: Conversation): readonly PickedCall[] {
  const last = steps.at(-1);
  return last?.by === 'model' ? last.calls : [];
}
