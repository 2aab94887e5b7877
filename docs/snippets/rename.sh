# another name and description for one tool, and a place in the list of search mode
curl -s "$TOOLYARD_URL/graphql" -H "Authorization: Bearer $TOOLYARD_API_KEY" -H 'Content-Type: application/json' -d '{
  "query": "mutation ($input: UpdateStackToolInput!) { updateStackTool(input: $input) { __typename ... on UpdateStackToolPayload { tool { toolId exposedName isPinned } } } }",
  "variables": { "input": { "stackId": "'"$TOOLYARD_STACK"'", "toolId": "demo_echo", "name": "say", "description": "Says a text again, word by word.", "isPinned": true } }
}'

# agents see the name; the id works as before
curl -s "$TOOLYARD_STACK_URL/list_tools?mode=search&schema=openai" -H "Authorization: Bearer $TOOLYARD_TOKEN"
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"}}'
