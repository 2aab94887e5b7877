import type { ApprovalsRowFragment } from '../../gql/graphql.ts';

type Announced = NonNullable<ApprovalsRowFragment['announcedCalls']>[number];

/** An announced call as the approver sees it. */
export type AnnouncedRow = {
  /** Its place in the list, from 1. */
  readonly place: number;
  readonly name: string;
  /** Undefined if the input can’t be decrypted. */
  readonly input: unknown;
  readonly tool: Announced['tool'];
  readonly isMade: boolean;
};

const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The calls of an approval with their inputs, which `input` lists in the same order. */
export const announcedRows = (calls: readonly Announced[], input: unknown): readonly AnnouncedRow[] =>
  calls.map(({ toolId, tool, isMade }, index) => {
    const call = memberOf(memberOf(input, 'calls'), index);
    const name = memberOf(call, 'tool');
    return {
      place: index + 1,
      name: typeof name === 'string' ? name : toolId,
      input: memberOf(call, 'input'),
      tool,
      isMade,
    };
  });
