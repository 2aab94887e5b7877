# once: confirm that the tool only reads (a server's own hint isn't enough)
curl -s "$TOOLYARD_URL/graphql" -H "Authorization: Bearer $TOOLYARD_API_KEY" -H 'Content-Type: application/json' -d '{
  "query": "mutation ($input: UpdateToolHintsInput!) { updateToolHints(input: $input) { __typename } }",
  "variables": { "input": { "serverId": "demo", "toolId": "demo_echo", "isReadOnly": true } }
}'

# the types of the tools that search_tools found
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool?mode=code" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' -d '{"tool_name":"read_types","tool_input":{"tool_names":["demo_echo"]}}'

# one program instead of three calls
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool?mode=code" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' -d @- <<'PROGRAM'
{"tool_name":"run_code","tool_input":{"code":"const words: string[] = ['one', 'two', 'three'];\nconst said = await Promise.all(words.map((message) => tools.demo_echo({ message })));\nreturn said.map(({ content }) => content[0].text).join(', ');"}}
PROGRAM
