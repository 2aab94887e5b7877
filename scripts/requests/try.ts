import { toServerId } from '../../src/core/kernel/ids.ts';
import { toolIdFor } from '../../src/core/servers/toolName.ts';
import type { Random } from '../trust/random.ts';
import { byOasToHar } from './byOasToHar.ts';
import { bySpecification } from './bySpecification.ts';
import { bySwaggerClient } from './bySwaggerClient.ts';
import { type Library, reasonFor } from './explained.ts';
import { type Operation, strataOf } from './operations.ts';
import type { Recorder } from './recorder.ts';
import { isSigned, schemesNamed } from './security.ts';
import type { ServiceClient } from './service.ts';
import { type ImportedTool, inputFor } from './toolInput.ts';
import type { Trial } from './trial.ts';
import { makeTrial } from './trials.ts';
import { bareMedia, differences, type Wire } from './wire.ts';

/** One operation's result. `isRight` is null if no generated input fits the schema. */
export type RequestResult = {
  readonly label: string;
  readonly strata: readonly string[];
  readonly isRight: boolean | null;
  /** Readers that agree with the service. */
  readonly agreeing: readonly Library[];
  /** The disagreeing libraries with their reasons; null for no reason. */
  readonly reasons: ReadonlyArray<readonly [Library, string | null]>;
  /** The problem, for the report. */
  readonly notes: readonly string[];
};

/** A server whose tools are called. */
export type Called = {
  readonly service: ServiceClient;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly serverId: string;
  readonly stackId: string;
  readonly secrets: Trial['secrets'];
};

const TRIES = 8;
// The client, not a parameter, decides the response's encoding (RFC 9110, 12.5.3). Here the service is the client.
const OF_TRANSPORT = /^accept-encoding$/;
const OF_SIGNATURE = /^(authorization|x-amz-(date|security-token|content-sha256))$/;

type Sent = { readonly trial: Trial; readonly wire: Wire };

async function send(called: Called, operation: Operation, tool: ImportedTool): Promise<Sent | string> {
  const { service, recorder, random, serverId, stackId } = called;
  const named = schemesNamed(operation);
  const secrets = Object.fromEntries(Object.entries(called.secrets).filter(([key]) => named?.includes(key) !== false));
  const toolId = toolIdFor(toServerId(serverId), tool.name, { prefix: true });
  let why = '';
  for (let at = 0; at < TRIES; at++) {
    const trial = makeTrial(operation, tool, isSigned(operation) ? {} : secrets, random);
    const input = inputFor(tool, trial.values, trial.body);
    if (input === null) {
      why = 'the tool has no place for a value';
      continue;
    }
    const { status, text, problems } = await service.invoke(stackId, toolId, input);
    const wire = await recorder.recorded();
    if (wire !== null) return { trial, wire };
    why = `${status} ${problems || text.slice(0, 300)} for ${JSON.stringify(input).slice(0, 300)}`;
  }
  return why;
}

/** The headers to compare: those that the specification mentions, without the parameters of media types. */
function compared(wire: Wire, names: ReadonlySet<string>, isSignature: boolean): Wire {
  const headers = Object.entries(wire.headers).filter(
    ([name]) => names.has(name) && !OF_TRANSPORT.test(name) && !(isSignature && OF_SIGNATURE.test(name)),
  );
  // White space around a value isn't part of it (RFC 9110, 5.5).
  const bare = headers.map(([name, value]) => [name, name === 'content-type' ? bareMedia(value) : value.trim()]);
  return { ...wire, headers: Object.fromEntries(bare) };
}

const shown = (wire: Wire, differs: readonly string[]): string =>
  JSON.stringify(
    Object.fromEntries(
      differs.map((each) => [each, each.startsWith('header ') ? wire.headers[each.slice(7)] : wire[each as 'path']]),
    ),
  ).slice(0, 600);

/** Compares a library's request for a trial with the sent one: equal, or different for a reason. */
type Compared = {
  readonly library: Library;
  readonly isSame: boolean;
  readonly reason: string | null;
  readonly note: string;
};

function compareReading(trial: Trial, library: Library, ours: Wire, theirs: Wire | string): Compared {
  const differs = typeof theirs === 'string' ? [] : differences(ours, theirs);
  const isSame = typeof theirs !== 'string' && differs.length === 0;
  const reason = isSame ? null : reasonFor({ trial, library, differs, ours, theirs });
  const has = typeof theirs === 'string' ? theirs : `${shown(theirs, differs)}, sent was ${shown(ours, differs)}`;
  return { library, isSame, reason, note: `${library} has ${has}` };
}

/** Calls an operation's tool and compares the request with each reader's version. */
export async function tryOperation(
  called: Called,
  operation: Operation,
  tool: ImportedTool,
  label: string,
): Promise<RequestResult> {
  const strata = strataOf(operation);
  const sent = await send(called, operation, tool);
  if (typeof sent === 'string')
    return { label, strata, isRight: null, agreeing: [], reasons: [], notes: [`${label}: refused: ${sent}`] };
  const { trial, wire } = sent;
  const { origin } = called.recorder;
  const specified = bySpecification(trial);
  const names = new Set([...Object.keys(specified.headers), 'content-type', 'cookie', 'authorization']);
  const cut = <T extends Wire | string>(each: T) =>
    typeof each === 'string' ? each : compared(each, names, isSigned(operation));
  const ours = compared(wire, names, isSigned(operation));
  const expected = compared(specified, names, isSigned(operation));
  const wrong = differences(ours, expected);
  const libraries = [
    compareReading(trial, 'swagger-client', ours, cut(await bySwaggerClient(trial, origin))),
    compareReading(trial, 'oas-to-har', ours, cut(byOasToHar(trial, origin))),
  ];
  const others = libraries.filter(({ isSame }) => !isSame);
  return {
    label,
    strata,
    isRight: wrong.length === 0,
    agreeing: libraries.filter(({ isSame }) => isSame).map(({ library }) => library),
    reasons: others.map(({ library, reason }) => [library, reason]),
    notes: [
      ...(wrong.length === 0 ? [] : [`${label}: sent ${shown(ours, wrong)}, specified ${shown(expected, wrong)}`]),
      ...others.filter(({ reason }) => reason === null).map(({ note }) => `${label}: ${note}`),
    ],
  };
}
