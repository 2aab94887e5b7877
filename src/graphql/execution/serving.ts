import type { RefusedCallers } from '../../core/limits/refusedCallers.ts';
import type { HttpDeps } from '../../wire/httpDeps.ts';
import type { GraphqlService } from '../api.ts';
import type { WaitingRoom } from '../connections/waitingRoom.ts';
import type { Streams } from './streams.ts';
import type { TrustedDocuments } from './trustedDocuments.ts';

/** What all ways to send operations share. */
export type Serving = {
  readonly edge: HttpDeps;
  /** The path that operations are sent to. */
  readonly endpoint: string;
  readonly documents: TrustedDocuments;
  /** Origins of pages that may use the API with a key of their own, beside ours. */
  readonly origins: ReadonlySet<string>;
  readonly streams: Streams;
  readonly waitingRoom: WaitingRoom;
  readonly refusedCallers: RefusedCallers;
  /** The schema and what executes it: loaded only for those who may ask it something. */
  loadApi(): Promise<GraphqlService>;
};
