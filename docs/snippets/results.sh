# only the part that is selected
curl -s -X POST "$TOOLYARD_STACK_URL/call_tool" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"},"select":"{said: content[0].text}"}'

# at most 256 bytes of a result, and a handle for the rest
TEXT=$(printf '%01000d' 0)
PART=$(curl -s -X POST "$TOOLYARD_STACK_URL/call_tool" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"tool_name":"demo_echo","tool_input":{"message":"'"$TEXT"'"},"max_bytes":256}')
HANDLE=$(echo "$PART" | sed 's/.*"handle":"\([^"]*\)".*/\1/')
curl -s "$TOOLYARD_STACK_URL/results/$HANDLE?offset=256" -H "Authorization: Bearer $TOOLYARD_TOKEN"
