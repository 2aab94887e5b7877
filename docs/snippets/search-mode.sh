# three tools instead of all; `?mode=search` works on the MCP address, too
curl -s "$TOOLYARD_STACK_URL/list_tools?mode=search" -H "Authorization: Bearer $TOOLYARD_TOKEN"

# what the model does with them: it looks for a tool by what it wants to do …
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool?mode=search" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' -d '{"tool_name":"search_tools","tool_input":{"query":"say it again","limit":3}}'

# … and calls what it has found, asking for no more of the result than it needs
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool?mode=search" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"tool_name":"call_tool","tool_input":{"tool_name":"demo_echo","tool_input":{"message":"hi"},"select":"content[0].text","max_bytes":4096}}'
