import type { RefusedCallers } from '../../core/limits/refusedCallers.ts';
import type { HttpDeps } from '../../wire/httpDeps.ts';
import type { GraphqlService } from '../api.ts';
import type { WaitingRoom } from '../connections/waitingRoom.ts';
import type { Streams } from './streams.ts';
import type { TrustedDocuments } from './trustedDocuments.ts';

/** Shared by all transports of operations. */
export type Serving = {
  readonly edge: HttpDeps;
  /** The path for operations. */
  readonly endpoint: string;
  readonly documents: TrustedDocuments;
  /** Other origins whose pages may use the API with their own key. */
  readonly origins: ReadonlySet<string>;
  readonly streams: Streams;
  readonly waitingRoom: WaitingRoom;
  readonly refusedCallers: RefusedCallers;
  /** The schema and its executor, loaded only for authorized callers. */
  loadApi(): Promise<GraphqlService>;
};
