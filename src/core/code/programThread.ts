/**
 * The thread of one program (`program.ts`), which ends with it. The program runs in an interpreter compiled to
 * WebAssembly. It can call only three functions of this process: `send`, `log` and `end`.
 */
import { stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';
import { isRecord, textOf } from '../lib/json.ts';
import { PRELUDE } from './prelude.ts';
import {
  CALLS_MAX,
  type CallAnswer,
  INPUT_CHARS_MAX,
  LOG_CHARS_MAX,
  MEMORY_MIB_MAX,
  type ProgramError,
  type ProgramInput,
  type ProgramMessage,
  RETURNED_CHARS_MAX,
} from './protocol.ts';

/** The program's name in the places of its errors. */
const PROGRAM_NAME = 'program.ts';
const STACK_BYTES_MAX = 262_144;
/** The interpreter asks after every ten thousand steps. Plain loops reach the bound in about two seconds. */
const INTERRUPTS_MAX = 50_000;
/** Characters that each logged line counts in addition to its own. */
const LINE_CHARS = 16;
const ERROR_CHARS_MAX = 4_000;

const post = (message: ProgramMessage): void => parentPort?.postMessage(message);
const fail = (error: ProgramError): void => post({ kind: 'failed', error });

/** Boundary: `program.ts` wrote it. */
const inputOf = (data: unknown): ProgramInput => data as ProgramInput;

/** The text of a value in the interpreter; empty for a value of another type. @throws RangeError */
function textIn(context: QuickJSContext, value: QuickJSHandle, charsMax: number): string {
  if (context.typeof(value) !== 'string') return '';
  if (lengthOf(context, value) > charsMax) throw new RangeError(`A text has more than ${charsMax} characters`);
  return context.getString(value);
}

const lengthOf = (context: QuickJSContext, text: QuickJSHandle): number =>
  context.getProp(text, 'length').consume((length) => context.getNumber(length));

const cut = (text: unknown): string => String(text ?? '').slice(0, ERROR_CHARS_MAX);

function errorIn(value: unknown): ProgramError {
  if (!isRecord(value)) return { name: 'Error', message: cut(value) };
  return { name: cut(value['name']), message: cut(value['message']), stack: cut(value['stack']) };
}

/** The functions that the program's globals call. `sent` receives the ids of calls. */
function hostFunctions(context: QuickJSContext, sent: (id: number) => void) {
  let logged = 0;
  return {
    send(id: QuickJSHandle, name: QuickJSHandle, input: QuickJSHandle): void {
      const call = { id: context.getNumber(id), name: textIn(context, name, 256) };
      if (call.id > CALLS_MAX) throw new RangeError(`A program makes at most ${CALLS_MAX} calls`);
      sent(call.id);
      post({ kind: 'call', ...call, input: textIn(context, input, INPUT_CHARS_MAX) });
    },
    log(line: QuickJSHandle): void {
      logged += LINE_CHARS + lengthOf(context, line);
      if (logged <= LOG_CHARS_MAX) post({ kind: 'log', line: textIn(context, line, LOG_CHARS_MAX) });
    },
    end(isOk: QuickJSHandle, json: QuickJSHandle): void {
      const text = textIn(context, json, RETURNED_CHARS_MAX);
      if (context.dump(isOk) === true) post({ kind: 'returned', json: text });
      else fail(errorIn(JSON.parse(text)));
    },
  };
}

type Interpreter = {
  /** Runs the program until it waits. */
  run(script: string): void;
  /** Gives the program an answer, and runs it until it waits again. */
  settle(answer: CallAnswer): void;
};

async function startInterpreter(sent: (id: number) => void): Promise<Interpreter> {
  const module = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'));
  let interrupts = 0;
  const runtime = module.newRuntime({
    memoryLimitBytes: MEMORY_MIB_MAX * 1_024 * 1_024,
    maxStackSizeBytes: STACK_BYTES_MAX,
    interruptHandler: () => {
      interrupts += 1;
      return interrupts > INTERRUPTS_MAX;
    },
  });
  const context = runtime.newContext();
  const { send, log, end } = hostFunctions(context, sent);
  const functions = [
    context.newFunction('send', send),
    context.newFunction('log', log),
    context.newFunction('end', end),
  ];
  const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'toolyard.js'));
  const globals = context.unwrapResult(context.callFunction(prelude, context.undefined, functions));
  const runJobs = (): void => void context.unwrapResult(runtime.executePendingJobs());
  return {
    run(script) {
      const program = context.unwrapResult(context.evalCode(script, PROGRAM_NAME));
      context.unwrapResult(context.callMethod(globals, 'run', [program]));
      runJobs();
    },
    settle({ id, isOk, json }) {
      const values = [context.newNumber(id), isOk ? context.true : context.false, context.newString(textOf(json))];
      context.unwrapResult(context.callMethod(globals, 'settle', values));
      runJobs();
    },
  };
}

async function main({ code, startedAt, replayed }: ProgramInput): Promise<void> {
  // The interpreter asks this thread for the time, and derives its random numbers from it.
  Date.now = () => startedAt;
  // The program as JavaScript. Types are replaced by spaces, so that lines and columns stay.
  const script = stripTypeScriptTypes(`async () => {${code}\n}`);
  const open = new Set<number>();
  const interpreter = await startInterpreter((id) => void open.add(id));
  const settle = (answer: CallAnswer): void => {
    open.delete(answer.id);
    interpreter.settle(answer);
  };
  interpreter.run(script);
  for (const answer of replayed) {
    if (!open.has(answer.id)) throw new Error('The program ran differently than before it was suspended');
    settle(answer);
  }
  const failIfStuck = (): void => {
    if (open.size === 0) fail({ name: 'Error', message: 'The program waits, but not for a call' });
  };
  parentPort?.on('message', (answer: CallAnswer) => {
    try {
      settle(answer);
      failIfStuck();
    } catch (error) {
      fail(errorOf(error));
    }
  });
  failIfStuck();
}

const errorOf = (error: unknown): ProgramError =>
  error instanceof Error ? { name: error.name, message: cut(error.message) } : errorIn(error);

await main(inputOf(workerData)).catch((error: unknown) => fail(errorOf(error)));
