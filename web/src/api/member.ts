import { toErrorCode } from './codes.ts';
import { ApiError, type Issue } from './operation.ts';

type Member = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
};
type Payload<Result extends Member> = Exclude<Result, { readonly __typename: `${string}Error` }>;

/** Boundary: a member of a result union that is none of its errors is its payload. */
const isPayload = <Result extends Member>(result: Result): result is Result & Payload<Result> =>
  !result.__typename.endsWith('Error');

/** The payload of a mutation's result. @throws ApiError for any failure in the union, with what is wrong where */
export function payloadOf<Result extends Member>(result: Result | null | undefined): Payload<Result> {
  if (!result) throw new ApiError('INTERNAL_ERROR', 'The server gave an empty answer');
  if (isPayload(result)) return result;
  const { code, message = 'That did not work', issues = [] } = result;
  throw new ApiError(toErrorCode(code), message, issues);
}
