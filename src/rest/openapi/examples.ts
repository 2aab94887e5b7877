export const ISSUE_INPUT = {
  type: 'object',
  properties: { title: { type: 'string' }, teamId: { type: 'string' } },
  required: ['title', 'teamId'],
};

export const OPENAI_TOOL = {
  type: 'function',
  function: { name: 'linear_create_issue', description: 'Creates an issue.', parameters: ISSUE_INPUT },
};

export const STACK_TOOL = { name: 'linear_create_issue', description: 'Creates an issue.', inputSchema: ISSUE_INPUT };

export const TOOL_INPUT = { title: 'Login fails', teamId: 'ENG' };

export const BATCH_RESULTS = {
  results: [
    { result: { id: 'ENG-42', title: 'Login fails' } },
    { status: 404, detail: 'Tool linear_create_isue not found in stack' },
  ],
};

export const CHUNK = {
  handle: 'result_1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  offset: 4096,
  next_offset: null,
  total_bytes: 4110,
  text: '"state":"ok"}',
};

export const TOOL_RESULT = { result: { id: 'ENG-42', title: 'Login fails' } };
