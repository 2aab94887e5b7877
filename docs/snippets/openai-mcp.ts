import OpenAI from 'openai';

const { TOOLYARD_STACK_URL, TOOLYARD_TOKEN } = process.env;

const response = await new OpenAI().responses.create({
  model: 'gpt-5.5',
  input: 'Say hi with the echo tool.',
  tools: [
    {
      type: 'mcp',
      server_label: 'toolyard',
      server_url: `${TOOLYARD_STACK_URL}/mcp`,
      authorization: `${TOOLYARD_TOKEN}`,
      require_approval: 'never',
    },
  ],
});
console.log(response.output_text);
