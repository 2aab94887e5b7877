# what the stack's tools are, in the format of your provider
curl -s "$TOOLYARD_STACK_URL/list_tools?schema=openai" -H "Authorization: Bearer $TOOLYARD_TOKEN"

# one call
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"}}'
