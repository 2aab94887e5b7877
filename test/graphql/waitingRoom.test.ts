import { describe, expect, it } from 'vitest';
import { createWaitingRoom } from '../../src/graphql/connections/waitingRoom.ts';

describe('a flood', () => {
  it('of silent sockets closes those that have waited longest', () => {
    const closed: number[] = [];
    const room = createWaitingRoom(3);
    const add = (network: string, each: number) => room.add(network, () => void closed.push(each));
    const leave = [1, 2, 3].map((each) => add('a', each));
    leave[1]?.();
    add('a', 4);
    expect(closed).toEqual([]);
    add('a', 5);
    expect(closed).toEqual([1]);
    room.closeAll();
    add('a', 6);
    expect(closed).toEqual([1, 3, 4, 5, 6]);
  });

  it('from one network closes no socket of another', () => {
    const closed: string[] = [];
    const room = createWaitingRoom(4);
    const add = (network: string) => room.add(network, () => void closed.push(network));
    for (const network of ['other', 'a', 'a', 'third']) add(network);
    for (let each = 0; each < 100; each += 1) add('a');
    expect(closed).toEqual(Array.from({ length: 100 }, () => 'a'));
  });
});
