import { toErrorCode } from './codes.ts';
import { ApiError, type Issue } from './operation.ts';

type Member = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
};
type Payload<Result extends Member> = Exclude<Result, { readonly __typename: `${string}Error` }>;

/** Boundary: a union member that isn't an error is the payload. */
const isPayload = <Result extends Member>(result: Result): result is Result & Payload<Result> =>
  !result.__typename.endsWith('Error');

/** The payload of a mutation's result. @throws ApiError for any error in the union, with its issues */
export function payloadOf<Result extends Member>(result: Result | null | undefined): Payload<Result> {
  if (!result) throw new ApiError('INTERNAL_ERROR', 'The server sent an empty response');
  if (isPayload(result)) return result;
  const { code, message = 'Something went wrong', issues = [] } = result;
  throw new ApiError(toErrorCode(code), message, issues);
}
