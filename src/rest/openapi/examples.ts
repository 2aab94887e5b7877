export const STACK_ID = 'stack_0199f3c2-7a1e-7c43-9b60-2f0c5a4d8e11';

export const STACK = {
  stack_id: STACK_ID,
  stack_name: 'Support agent',
  configuration: { analytics_enabled: false },
  servers: [],
  created_at: '2026-01-15T10:30:00.000Z',
  updated_at: '2026-01-15T10:30:00.000Z',
};

export const LISTED_STACK = {
  ...STACK,
  servers: [{ server_id: 'linear', server_name: 'Linear', enabled_tools: ['linear_create_issue'] }],
};

const ISSUE_INPUT = {
  type: 'object',
  properties: { title: { type: 'string' }, teamId: { type: 'string' } },
  required: ['title', 'teamId'],
};

export const SERVER = {
  server_id: 'linear',
  name: 'Linear',
  description: 'Issues and projects in Linear.',
  tools: [
    {
      tool_id: 'linear_create_issue',
      name: 'Create issue',
      description: 'Creates an issue.',
      parameters: ISSUE_INPUT,
    },
  ],
  required_credentials: [
    { field_id: 'linear_api_key', name: 'API key', description: 'A personal API key.', required: true },
  ],
  optional_credentials: [],
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
