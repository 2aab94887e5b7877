import type { Live } from '../../core/callRecords/live.ts';
import { asDatabaseUnavailable } from '../../core/lib/databaseFault.ts';
import type { GraphqlContext } from '../context.ts';
import { isRetryable } from '../execution/streams.ts';

/** A subscription's event, or the reason for its end for the client. */
type EventOrFailure<T> = { readonly value: T } | { readonly failure: unknown };

/**
 * The events of a subscription. If its client should subscribe again, the connection breaks instead of ending, so that
 * clients reconnect automatically.
 */
export async function* eventsFor<T>(
  { breakOff }: Pick<GraphqlContext, 'breakOff'>,
  live: AsyncIterable<Live<T>>,
): AsyncGenerator<EventOrFailure<T>, void, void> {
  try {
    for await (const { value, end } of live) {
      if (end === undefined) yield { value };
      else throw end;
    }
  } catch (error) {
    const failure = asDatabaseUnavailable(error);
    if (isRetryable(failure)) breakOff(failure);
    else yield { failure };
  }
}

/** The value of an event. @throws the reason for the subscription's end */
export function eventValue<T>(event: EventOrFailure<T>): T {
  if ('failure' in event) throw event.failure;
  return event.value;
}
