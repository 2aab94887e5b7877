# the second request is answered from the first one's result: the tool runs once
for attempt in 1 2; do
  curl -s -X POST "$TOOLYARD_STACK_URL/call_tool" -H "Authorization: Bearer $TOOLYARD_TOKEN" \
    -H 'Content-Type: application/json' -H 'Idempotency-Key: order-4711' \
    -d '{"tool_name":"demo_echo","tool_input":{"message":"hi"}}'
done
