import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runProgram } from '../../../src/core/code/program.ts';
import type { ProgramCall } from '../../../src/core/code/protocol.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/** Expressions that reach out of the interpreter. `URL` and `FILE` are canaries. */
const TARGETS = [
  'process.env',
  'globalThis.process.version',
  'require("node:fs").readFileSync(FILE, "utf8")',
  'module.constructor._load("child_process").execSync("id").toString()',
  'await import("node:fs").then((fs) => fs.readFileSync(FILE, "utf8"))',
  'await import("std").then((std) => std.loadFile(FILE))',
  'await import("os").then((os) => os.exec(["touch", FILE]))',
  'std.loadFile(FILE)',
  'os.readdir("/")',
  'await fetch(URL).then((answer) => answer.text())',
  'new XMLHttpRequest().open("GET", URL)',
  'new WebSocket(URL)',
  'navigator.sendBeacon(URL)',
  'new Worker(URL)',
  'importScripts(URL)',
  'WebAssembly.instantiate(new Uint8Array(8))',
  'Deno.readTextFileSync(FILE)',
  'Bun.file(FILE)',
  'setTimeout(() => fetch(URL), 0)',
  'queueMicrotask(() => fetch(URL))',
  'structuredClone(globalThis)',
  'parentPort.postMessage({ kind: "returned", json: "1" })',
  'postMessage({ kind: "call", id: 1, name: "x", input: "{}" })',
  'workerData.code',
  'globalThis.constructor.constructor("return process")().env',
  'console.log.constructor("return process")().mainModule.require("fs")',
  'tools.any.constructor("return this")().process.env',
  '(async () => {}).constructor("return process.env")()',
  '(function* () {}).constructor("return process.env")().next().value.PATH',
  'Reflect.construct(Function, ["return process.env"])()',
  'Object.getOwnPropertyDescriptor(globalThis, "tools").get.call(null).host',
  'tools.any.caller.arguments[0].constructor("return process")()',
  '(() => { Error.prepareStackTrace = (_, frames) => frames; return new Error().stack[0].getThis().process.env; })()',
  '(() => { Object.prototype.id = 1; Array.prototype.then = 1; Function.prototype.call = null; return globalThis.process.env; })()',
  'new Proxy(tools, { get: (target) => target }).process.env',
  'new ShadowRealm().evaluate("process.env")',
  'globalThis[Symbol.for("toolyard")].env',
  'print(FILE), scriptArgs[0].length',
  'bjson.read(FILE)',
  'HostFunction.prototype.constructor("return process")()',
  'gc(), quit()',
  'navigator.userAgentData.platform',
] as const;

/** How a program runs such an expression: directly, or where the host handles its values. */
const WAYS: readonly ((expression: string) => string)[] = [
  (it) => `return ${it};`,
  (it) => `return await eval(${JSON.stringify(`(async () => ${it})()`)});`,
  (it) => `return await new Function('FILE', 'URL', ${JSON.stringify(`return (async () => ${it})()`)})(FILE, URL);`,
  (it) => `try { return ${it}; } catch (error) { return error.constructor.constructor("return process")().env; }`,
  (it) => `const value = await (async () => ${it})(); return { toJSON: () => value };`,
  (it) => `throw Object.assign(new Error('x'), { stack: String(await (async () => JSON.stringify(${it}))()) });`,
  (it) => `await tools.reach(await (async () => ({ value: ${it} }))()); return 'reached the call';`,
  (it) => `console.log(await (async () => JSON.stringify(${it}))()); return 'logged';`,
  (it) =>
    `return await { then: async (resolve) => { try { resolve(${it}); } catch (error) { resolve(Promise.reject(error)); } } };`,
  (it) => `JSON.stringify = () => { throw 1; }; Map.prototype.get = () => globalThis; return ${it};`,
  (it) => `Promise.prototype.then = function (done) { return done(this); }; return ${it};`,
  (it) => `return await tools['__proto__']({}).catch(() => ${it});`,
];

/** The number of programs that `openTrap` generates. */
export const ESCAPES = TARGETS.length * WAYS.length;

/** Programs that try to use up messages and texts. */
export const FLOODS: readonly string[] = [
  'for (let n = 0; n < 500; n += 1) console.log("x".repeat(500)); throw 1;',
  'for (let n = 0; n < 5_000; n += 1) console.log(""); throw 1;',
  'for (let n = 0; n < 500; n += 1) tools.any({}).catch(() => 0); throw 1;',
  'for (let n = 0; n < 50; n += 1) tools.any({ text: "x".repeat(1e6) }).catch(() => 0); throw 1;',
  'return "x".repeat(5e6);',
];

/** Programs that try to use up memory or time. */
export const EXHAUSTING: readonly string[] = [
  'for (;;);',
  'for (;;) console.log("x".repeat(500));',
  'for (;;) tools.any({}).catch(() => 0);',
  'const spin = async () => { for (;;) await 0; }; await spin();',
  'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));',
  'let text = "x"; for (;;) text += text;',
  'const deep = () => deep() + 1; return deep();',
  'const nest = []; let at = nest; for (let n = 0; n < 1e6; n += 1) { at.push([]); at = at[0]; } return nest;',
  'return /^(a+)+$/.test("a".repeat(50) + "b");',
  'return JSON.parse("[".repeat(1e6));',
  'return new ArrayBuffer(2 ** 31);',
  'return (2n ** 100000000n).toString();',
  'try { for (;;); } finally { for (;;); }',
  'const loop = {}; loop.self = loop; return loop;',
  'return { toJSON() { for (;;); } };',
  'throw { get message() { for (;;); } };',
  'throw Object.assign(new Error(), { get stack() { for (;;); } });',
  'return eval("(".repeat(1e5));',
  `${'(() => '.repeat(10_000)}1${')'.repeat(10_000)}; throw 1;`,
  `${'{'.repeat(20_000)}${'}'.repeat(20_000)} throw 1;`,
  `const x: ${'Array<'.repeat(5_000)}1${'>'.repeat(5_000)} = 1; throw 1;`,
  'class A { static { for (;;); } }',
  'return new Proxy({}, { ownKeys() { for (;;); } });',
];

const SECRET = 'canary-of-the-file';

/** A file and a server that no program may reach, and the programs that try. */
export async function openTrap() {
  const dir = await mkdtemp(join(tmpdir(), 'toolyard-programs-'));
  const file = join(dir, 'canary');
  await writeFile(file, SECRET);
  let connections = 0;
  const server = createServer((_request, response) => response.end('canary-of-the-server'));
  server.on('connection', () => {
    connections += 1;
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
  const globals = Object.keys(Object.prototype).length;
  /** Texts that exist only outside the interpreter. */
  const outside = ['canary-of', process.version, process.execPath, 'node:internal', 'uid='];
  return {
    programs: TARGETS.flatMap((target) =>
      WAYS.map((way) => `const FILE = ${JSON.stringify(file)}, URL = ${JSON.stringify(url)};\n${way(target)}`),
    ),
    /** The programs that reach something, of those given. */
    async reaching(programs: readonly string[]) {
      const reached: object[] = [];
      for (const code of programs) {
        const seen = JSON.stringify(await attempt(code));
        if (outside.some((text) => seen.includes(text))) reached.push({ code, seen });
      }
      process.stdout.write(`tried ${programs.length} of ${ESCAPES} programs: ${reached.length} reached something\n`);
      expect([connections, Object.keys(Object.prototype).length]).toEqual([0, globals]);
      expect([await readFile(file, 'utf8'), await readdir(dir)]).toEqual([SECRET, ['canary']]);
      return reached;
    },
    async close() {
      server.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** Runs a program whose calls all fail, and returns everything that it sent. */
export async function attempt(code: string) {
  const calls: ProgramCall[] = [];
  const lines: string[] = [];
  const end = await runProgram(
    { code, startedAt: 0, replayed: [] },
    {
      signal: new AbortController().signal,
      onLog: (line) => void lines.push(line),
      onCall: async (call) => {
        calls.push(call);
        return { id: call.id, isOk: false, json: Buffer.from('{"code":"not_found","message":"none"}') };
      },
    },
  );
  return { end, calls, lines };
}

/** Runs a program that asks for too much. It must fail, having sent no more than the bounds allow. */
export async function expectStopped(code: string): Promise<void> {
  const { end, calls, lines } = await attempt(code);
  expect({ code, kind: end.kind }).toEqual({ code, kind: 'failed' });
  expect(calls.length).toBeLessThanOrEqual(100);
  expect(lines.join('').length).toBeLessThanOrEqual(16_384);
}
