curl -s "$TOOLYARD_STACK_URL/list_tools?mode=full&schema=anthropic&defer=true" -H "Authorization: Bearer $TOOLYARD_TOKEN"
