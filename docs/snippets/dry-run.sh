curl -s -X POST "$TOOLYARD_STACK_URL/call_tool?dry_run=true" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"}}'
