import { describe, expect, it } from 'vitest';
import { findTool } from '../../../src/core/snapshots/findTool.ts';
import { snapshotTool, stackOf } from '../../formats/tool.ts';

const tool = (toolId: string, name: string, exposedName = toolId) => snapshotTool({}, { toolId, name, exposedName });

// Listed as `look`; two servers have a `list`; one tool's new name is another tool's original name.
const tools = [
  tool('shop_find', 'find', 'look'),
  tool('shop_list', 'list'),
  tool('mail_list', 'list'),
  tool('mail_send', 'send', 'find'),
];
const stack = { ...stackOf(), tools: new Map(tools.map((each) => [each.exposedName, each])) };

describe('tool lookup', () => {
  it.each([
    { label: 'by the name that lists show', name: 'look', toolId: 'shop_find' },
    { label: 'by its id, whatever it is called', name: 'shop_find', toolId: 'shop_find' },
    { label: 'by the name that lists show before another’s own', name: 'find', toolId: 'mail_send' },
    { label: 'by the upstream’s own name', name: 'send', toolId: 'mail_send' },
    { label: 'never by a name that two upstreams have', name: 'list', toolId: undefined },
    { label: 'never by a part of a name', name: 'mail', toolId: undefined },
    { label: 'never by what every object has', name: 'constructor', toolId: undefined },
  ])('$label', ({ name, toolId }) => {
    expect(findTool(stack, name)?.toolId).toBe(toolId);
  });
});
