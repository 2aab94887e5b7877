import { isRecord } from '../../src/core/lib/json.ts';

/** A node of a parsed source file. Its members hold nodes, lists of nodes, or values. */
export type Node = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

export const isNode = (value: unknown): value is Node => isRecord(value) && typeof value['type'] === 'string';

export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));
