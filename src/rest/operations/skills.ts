import { freeObject, list, text, wholeObject } from '../openapi/parts.ts';
import { type Noun, operation, place, ref } from '../operation.ts';
import { listVisibleSkills, readSkill } from '../skills.ts';
import { CLIENT } from './tools.ts';

const TAG = 'Stack Specific endpoints';

const EXAMPLE = {
  name: 'tidy-memory',
  description: 'Use when the memory has repeated or outdated facts.',
  uri: 'skill://tidy-memory/SKILL.md',
  digest: 'sha256:5084d9e00a0cbba8e5c608f4db8ab643a5ce44920cd5a9de20586b9201c369d7',
  size: 137,
  front_matter: { name: 'tidy-memory', description: 'Use when the memory has repeated or outdated facts.' },
  server: null,
};
const CONTENT = `---
name: tidy-memory
description: Use when the memory has repeated or outdated facts.
---

1. Read everything with \`memory_read_graph\`.
`;

const FACTS = {
  name: text(
    'Its name, unique in the stack. The skill of a server has the server’s id and a slash before its own name.',
  ),
  description: text('When to use it.'),
  uri: text('Its address over MCP.'),
  digest: text('The SHA-256 of its text, `sha256:` and 64 hexadecimal digits.'),
  size: {
    type: ['integer', 'null'],
    description: 'The size of its text in bytes of UTF-8; null if its server doesn’t say.',
  },
  front_matter: freeObject('All members of its front matter.'),
  server: { type: ['string', 'null'], description: 'The id of the server that has it; null for the stack’s own.' },
};

/** Operations on skills: texts that tell agents how to do a task. */
export const skillOperations: Noun = {
  schemas: {
    Skill: wholeObject('A skill without its text.', FACTS),
    SkillText: wholeObject('A skill with its text.', {
      ...FACTS,
      content: text('Its whole text: Markdown with front matter.'),
    }),
    Skills: wholeObject('The skills of a stack.', { skills: list(ref('Skill'), 'The skills, by name.') }),
  },
  operations: [
    operation({
      id: 'list_skills',
      surface: 'stack',
      method: 'GET',
      ...place(`${CLIENT.path}/skills`, CLIENT.parameters),
      limitClass: 'list_tools',
      right: null,
      failure: 'Internal error',
      tag: TAG,
      summary: 'List the skills of a stack token',
      description:
        'The skills of the stack and the reviewed skills of its servers, without their texts. A token that is limited to certain tools or inputs sees none.',
      success: { description: 'The skills.', schema: ref('Skills'), example: { skills: [EXAMPLE] } },
      answer: listVisibleSkills,
    }),
    operation({
      id: 'get_skill',
      surface: 'stack',
      method: 'GET',
      ...place(`${CLIENT.path}/skills/{skill_name}`, { ...CLIENT.parameters, skill_name: 'The skill’s name.' }),
      limitClass: 'call_tool',
      right: null,
      failure: 'Internal error',
      tag: TAG,
      summary: 'Read a skill',
      description:
        'A skill with its text. The text of a server’s skill is read from the server, and must have the reviewed digest.',
      success: { description: 'The skill.', schema: ref('SkillText'), example: { ...EXAMPLE, content: CONTENT } },
      notFound: ['Skill <skill_name> not found'],
      answer: readSkill,
    }),
  ],
};
