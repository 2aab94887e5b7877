import { ToolyardError } from './errors.ts';

type Tried<T> = { readonly value: T } | { readonly error: ToolyardError };

/** The outcome of a request. @throws anything other than a failed request, such as the reason of a signal */
export async function settled<T>(run: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof ToolyardError) return { error };
    throw error;
  }
}
