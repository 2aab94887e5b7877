/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment CliCall on Call {\n    id\n    at\n    stackId\n    serverId\n    toolId\n    outcome\n    latencyMs\n    inputBytes\n    outputBytes\n    surface\n    endpointId\n    callerKind\n    callerId\n    endUser\n    requestId\n    traceId\n    decision\n    approvalId\n    upstreamStatus\n    queueMs\n    ownMs\n    upstreamMs\n    error\n    contents\n  }\n": typeof types.CliCallFragmentDoc,
    "\n  subscription CliFollowCalls($stackId: ID) {\n    calls(stackId: $stackId) {\n      ...CliCall\n    }\n  }\n": typeof types.CliFollowCallsDocument,
    "\n  query CliCalls(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n    $first: Int!\n  ) {\n    calls(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n      first: $first\n    ) {\n      nodes {\n        ...CliCall\n      }\n    }\n  }\n": typeof types.CliCallsDocument,
    "\n  query CliTools(\n    $stackId: ID\n    $serverId: ID\n    $since: DateTime!\n    $until: DateTime\n    $orderBy: ToolRanking!\n    $first: Int!\n  ) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      orderBy: $orderBy\n      first: $first\n    ) {\n      toolId\n      serverId\n      figures {\n        callCount\n        failureCount\n        meanMs\n        p50Ms\n        p95Ms\n      }\n      mainFailure {\n        outcome\n        callCount\n      }\n    }\n  }\n": typeof types.CliToolsDocument,
    "\n  mutation CliReadCallContents($input: ReadCallContentsInput!) {\n    readCallContents(input: $input) {\n      ...CliFailure\n      ... on ReadCallContentsPayload {\n        contents {\n          callId\n          input\n          output\n          expiresAt\n        }\n      }\n    }\n  }\n": typeof types.CliReadCallContentsDocument,
    "\n  fragment CliAlertRules on AlertRules {\n    muted\n    failureHours\n    failureCount\n    failurePercent\n    endDays\n  }\n": typeof types.CliAlertRulesFragmentDoc,
    "\n  fragment CliAlertDetails on AlertDetails {\n    stackName\n    serverId\n    serverName\n    toolId\n    callCount\n    failureCount\n    hours\n    fieldId\n    fieldName\n    problem\n    actorId\n    actorName\n    endpointName\n    toolCount\n    hasInstructions\n    expiresAt\n  }\n": typeof types.CliAlertDetailsFragmentDoc,
    "\n  query CliAlerts($isOpen: Boolean) {\n    alerts(filter: { isOpen: $isOpen }) {\n      id\n      kind\n      title\n      stackId\n      details {\n        ...CliAlertDetails\n      }\n      startedAt\n      endedAt\n      toldAt\n    }\n  }\n": typeof types.CliAlertsDocument,
    "\n  query CliAlertRules {\n    alertRules {\n      ...CliAlertRules\n    }\n  }\n": typeof types.CliAlertRulesDocument,
    "\n  mutation CliUpdateAlertRules($input: UpdateAlertRulesInput!) {\n    updateAlertRules(input: $input) {\n      ...CliFailure\n      ... on UpdateAlertRulesPayload {\n        rules {\n          ...CliAlertRules\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateAlertRulesDocument,
    "\n  fragment CliApproval on Approval {\n    id\n    state\n    stackId\n    toolId\n    tool {\n      exposedName\n      title\n      description\n      annotations\n      serverId\n    }\n    input\n    rule {\n      id\n      name\n      message\n      condition\n    }\n    callerId\n    caller: callerDetails {\n      kind\n      name\n      endpointId\n      endpointName\n      serviceAccount\n      trustedIssuer\n      person\n    }\n    endUser\n    isForAll\n    isForSession\n    message\n    deciderName\n    decidedAt\n    createdAt\n    expiresAt\n  }\n": typeof types.CliApprovalFragmentDoc,
    "\n  query CliApprovals($state: ApprovalState, $search: String, $orderBy: ApprovalOrder, $after: String) {\n    approvals(filter: { state: $state, search: $search }, first: 100, after: $after, orderBy: $orderBy) {\n      nodes {\n        ...CliApproval\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliApprovalsDocument,
    "\n  query CliApprovalById($id: ID!) {\n    approval(id: $id) {\n      ...CliApproval\n    }\n  }\n": typeof types.CliApprovalByIdDocument,
    "\n  mutation CliApproveCall($input: ApproveCallInput!) {\n    approveCall(input: $input) {\n      ...CliFailure\n      ... on ApproveCallPayload {\n        approval {\n          ...CliApproval\n        }\n      }\n    }\n  }\n": typeof types.CliApproveCallDocument,
    "\n  mutation CliDenyCall($input: DenyCallInput!) {\n    denyCall(input: $input) {\n      ...CliFailure\n      ... on DenyCallPayload {\n        approval {\n          ...CliApproval\n        }\n      }\n    }\n  }\n": typeof types.CliDenyCallDocument,
    "\n  query CliChatModel {\n    chatModel {\n      api\n      url\n      model\n      keyState\n      updatedAt\n    }\n  }\n": typeof types.CliChatModelDocument,
    "\n  mutation CliUpdateChatModel($input: UpdateChatModelInput!) {\n    updateChatModel(input: $input) {\n      ...CliFailure\n      ... on UpdateChatModelPayload {\n        model {\n          api\n          url\n          model\n          keyState\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateChatModelDocument,
    "\n  mutation CliDeleteChatModel {\n    deleteChatModel {\n      ...CliFailure\n      ... on DeleteChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n": typeof types.CliDeleteChatModelDocument,
    "\n  mutation CliAskModel($input: AskModelInput!) {\n    askModel(input: $input) {\n      ...CliFailure\n      ... on AskModelPayload {\n        model\n        text\n        isCut\n        inputTokens\n        picks {\n          ref\n          name\n          toolId\n          toolInput\n          inputText\n        }\n        offered {\n          name\n        }\n      }\n    }\n  }\n": typeof types.CliAskModelDocument,
    "\n  mutation CliCreateConnectLink($input: CreateConnectLinkInput!) {\n    createConnectLink(input: $input) {\n      ...CliFailure\n      ... on CreateConnectLinkPayload {\n        url\n        expiresAt\n      }\n    }\n  }\n": typeof types.CliCreateConnectLinkDocument,
    "\n  mutation CliUpdateCredentialMode($input: UpdateServerCredentialModeInput!) {\n    updateServerCredentialMode(input: $input) {\n      ...CliFailure\n      ... on UpdateServerCredentialModePayload {\n        stackServer {\n          credentialMode\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateCredentialModeDocument,
    "\n  mutation CliRefreshServerTools($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      ...CliFailure\n      ... on RefreshServerToolsPayload {\n        toolCount\n        isChanged\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n": typeof types.CliRefreshServerToolsDocument,
    "\n  mutation CliUpdateServerRefresh($input: UpdateServerRefreshInput!) {\n    updateServerRefresh(input: $input) {\n      ...CliFailure\n      ... on UpdateServerRefreshPayload {\n        server {\n          refresh {\n            when\n            stackId\n            dueAt\n            refreshedAt\n            problem\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateServerRefreshDocument,
    "\n  mutation CliTestConnection($input: TestConnectionInput!) {\n    testConnection(input: $input) {\n      ...CliFailure\n      ... on TestConnectionPayload {\n        outcome\n        message\n        toolId\n      }\n    }\n  }\n": typeof types.CliTestConnectionDocument,
    "\n  mutation CliUpdateApplicationSharing($input: UpdateApplicationSharingInput!) {\n    updateApplicationSharing(input: $input) {\n      ...CliFailure\n      ... on UpdateApplicationSharingPayload {\n        isShared\n        stackCount\n      }\n    }\n  }\n": typeof types.CliUpdateApplicationSharingDocument,
    "\n  query CliCredentialProblems {\n    credentialProblems {\n      isComplete\n      nodes {\n        kind\n        stackId\n        stackName\n        serverId\n        fieldId\n        fieldName\n        wanted\n        expiresAt\n      }\n    }\n  }\n": typeof types.CliCredentialProblemsDocument,
    "\n  fragment CliEndpoint on ClientEndpoint {\n    id\n    clientId\n    stackId\n    name\n    mode\n    mayProgramsWrite\n    createdAt\n  }\n": typeof types.CliEndpointFragmentDoc,
    "\n  fragment CliToken on StackToken {\n    id\n    name\n    tools\n    networks\n    callsMax\n    calls\n    revokedNarrowings\n    makerId\n    createdAt\n    expiresAt\n    revokedAt\n    lastUsedAt\n  }\n": typeof types.CliTokenFragmentDoc,
    "\n  query CliEndpoints($stackId: ID!, $search: String, $after: String) {\n    stack(id: $stackId) {\n      endpoints(first: 100, after: $after, filter: { search: $search }) {\n        nodes {\n          ...CliEndpoint\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliEndpointsDocument,
    "\n  query CliEndpoint($id: ID!) {\n    clientEndpoint(by: { id: $id }) {\n      ...CliEndpoint\n    }\n  }\n": typeof types.CliEndpointDocument,
    "\n  query CliTokens($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      tokens(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n        nodes {\n          ...CliToken\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliTokensDocument,
    "\n  query CliStackTokens($stackId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    stack(id: $stackId) {\n      endpoints(first: 20, after: $after) {\n        nodes {\n          id\n          clientId\n          tokens(first: 20, filter: { search: $search, isInForce: $isInForce }) {\n            nodes {\n              ...CliToken\n            }\n            pageInfo {\n              hasNextPage\n              endCursor\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliStackTokensDocument,
    "\n  mutation CliCreateEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on CreateClientEndpointPayload {\n        token\n        endpoint {\n          ...CliEndpoint\n        }\n      }\n    }\n  }\n": typeof types.CliCreateEndpointDocument,
    "\n  mutation CliUpdateEndpoint($input: UpdateClientEndpointInput!) {\n    updateClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on UpdateClientEndpointPayload {\n        endpoint {\n          ...CliEndpoint\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateEndpointDocument,
    "\n  mutation CliDeleteEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n    }\n  }\n": typeof types.CliDeleteEndpointDocument,
    "\n  mutation CliCreateToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      ...CliFailure\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n": typeof types.CliCreateTokenDocument,
    "\n  mutation CliRevokeToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      ...CliFailure\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n": typeof types.CliRevokeTokenDocument,
    "\n  mutation CliRevokeNarrowing($input: RevokeTokenNarrowingInput!) {\n    revokeTokenNarrowing(input: $input) {\n      ...CliFailure\n      ... on RevokeTokenNarrowingPayload {\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n": typeof types.CliRevokeNarrowingDocument,
    "\n  fragment CliFailure on UserError {\n    code\n    message\n    ... on InvalidInputError {\n      issues {\n        path\n        message\n      }\n    }\n  }\n": typeof types.CliFailureFragmentDoc,
    "\n  mutation CliUpdateToolHints($input: UpdateToolHintsInput!) {\n    updateToolHints(input: $input) {\n      ...CliFailure\n      ... on UpdateToolHintsPayload {\n        tool {\n          toolId\n          hints {\n            isReadOnly\n            isDestructive\n            isIdempotent\n            isConfirmed\n            isUsedByRules\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateToolHintsDocument,
    "\n  mutation CliUpdateServerHintTrust($input: UpdateServerHintTrustInput!) {\n    updateServerHintTrust(input: $input) {\n      ...CliFailure\n      ... on UpdateServerHintTrustPayload {\n        server {\n          id\n          areHintsTrusted\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateServerHintTrustDocument,
    "\n  fragment CliTrustedIssuer on TrustedIssuer {\n    id\n    endpointId\n    name\n    issuer\n    audience\n    jwksUrl\n    claims {\n      name\n      values\n    }\n    endUserClaim\n    endUserPrefix\n    tools\n    networks\n    createdAt\n  }\n": typeof types.CliTrustedIssuerFragmentDoc,
    "\n  query CliTrustedIssuers($endpointId: ID!, $search: String, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      trustedIssuers(first: 100, after: $after, filter: { search: $search }) {\n        nodes {\n          ...CliTrustedIssuer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliTrustedIssuersDocument,
    "\n  mutation CliCreateTrustedIssuer($input: CreateTrustedIssuerInput!) {\n    createTrustedIssuer(input: $input) {\n      ...CliFailure\n      ... on CreateTrustedIssuerPayload {\n        trustedIssuer {\n          ...CliTrustedIssuer\n        }\n      }\n    }\n  }\n": typeof types.CliCreateTrustedIssuerDocument,
    "\n  mutation CliDeleteTrustedIssuer($input: DeleteTrustedIssuerInput!) {\n    deleteTrustedIssuer(input: $input) {\n      ...CliFailure\n      ... on DeleteTrustedIssuerPayload {\n        trustedIssuerId\n      }\n    }\n  }\n": typeof types.CliDeleteTrustedIssuerDocument,
    "\n  fragment CliJob on Job {\n    id\n    state\n    stackId\n    toolId\n    callerId\n    endUser\n    approvalId\n    createdAt\n    startedAt\n    endedAt\n    expiresAt\n  }\n": typeof types.CliJobFragmentDoc,
    "\n  mutation CliStartJob($input: StartJobInput!) {\n    startJob(input: $input) {\n      ...CliFailure\n      ... on StartJobPayload {\n        job {\n          ...CliJob\n        }\n      }\n    }\n  }\n": typeof types.CliStartJobDocument,
    "\n  query CliJobs($stackId: ID, $after: String) {\n    jobs(filter: { stackId: $stackId }, first: 100, after: $after) {\n      nodes {\n        ...CliJob\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliJobsDocument,
    "\n  query CliJobById($id: ID!) {\n    job(id: $id) {\n      ...CliJob\n      progress {\n        progress\n        total\n        message\n      }\n      answer {\n        result\n        headers {\n          name\n          value\n        }\n        failure {\n          code\n          message\n          issues {\n            path\n            message\n          }\n          outcome\n          status\n          retryAfterSeconds\n          isRepeatable\n          upstream {\n            status\n            code\n            problems {\n              field\n              message\n              code\n            }\n            contentType\n            body\n            isTruncated\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliJobByIdDocument,
    "\n  subscription CliFollowJob($jobId: ID!) {\n    jobs(jobId: $jobId) {\n      state\n      approvalId\n      endedAt\n      progress {\n        progress\n        total\n        message\n      }\n    }\n  }\n": typeof types.CliFollowJobDocument,
    "\n  mutation CliCancelJob($input: CancelJobInput!) {\n    cancelJob(input: $input) {\n      ...CliFailure\n      ... on CancelJobPayload {\n        job {\n          ...CliJob\n        }\n      }\n    }\n  }\n": typeof types.CliCancelJobDocument,
    "\n  fragment CliApiKey on ApiKey {\n    id\n    name\n    display\n    role\n    scopes\n    stackRoles {\n      stackId\n      role\n    }\n    tools\n    networks\n    callsMax\n    calls\n    makerId\n    createdAt\n    expiresAt\n    revokedAt\n    lastUsedAt\n  }\n": typeof types.CliApiKeyFragmentDoc,
    "\n  query CliApiKeys($search: String, $isInForce: Boolean, $after: String) {\n    apiKeys(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n      nodes {\n        ...CliApiKey\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliApiKeysDocument,
    "\n  mutation CliCreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      ...CliFailure\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          ...CliApiKey\n        }\n      }\n    }\n  }\n": typeof types.CliCreateApiKeyDocument,
    "\n  mutation CliRevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      ...CliFailure\n      ... on RevokeApiKeyPayload {\n        apiKey {\n          ...CliApiKey\n        }\n      }\n    }\n  }\n": typeof types.CliRevokeApiKeyDocument,
    "\n  fragment CliPolicyRule on PolicyRule {\n    id\n    name\n    effect\n    stackId\n    endpointId\n    isDefault\n    callers: callerIds\n    endUsers\n    servers\n    tools\n    isReadOnly\n    isDestructive\n    isOpenWorld\n    condition\n    quota {\n      calls\n      bytes\n      per\n      of\n    }\n    message\n    isEnabled\n    createdAt\n  }\n": typeof types.CliPolicyRuleFragmentDoc,
    "\n  query CliPolicyRules($search: String, $effect: PolicyEffect, $after: String) {\n    policyRules(first: 100, after: $after, filter: { search: $search, effect: $effect }) {\n      nodes {\n        ...CliPolicyRule\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliPolicyRulesDocument,
    "\n  mutation CliCreatePolicyRule($input: CreatePolicyRuleInput!) {\n    createPolicyRule(input: $input) {\n      ...CliFailure\n      ... on CreatePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n": typeof types.CliCreatePolicyRuleDocument,
    "\n  mutation CliUpdatePolicyRule($input: UpdatePolicyRuleInput!) {\n    updatePolicyRule(input: $input) {\n      ...CliFailure\n      ... on UpdatePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n": typeof types.CliUpdatePolicyRuleDocument,
    "\n  mutation CliDeletePolicyRule($input: DeletePolicyRuleInput!) {\n    deletePolicyRule(input: $input) {\n      ...CliFailure\n      ... on DeletePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n": typeof types.CliDeletePolicyRuleDocument,
    "\n  query CliExplainDecision(\n    $stackId: ID!\n    $toolId: ID!\n    $callerId: ID\n    $narrowed: String\n    $endUser: String\n    $input: JSON\n    $address: String\n    $rule: CreatePolicyRuleInput\n  ) {\n    explainDecision(\n      stackId: $stackId\n      toolId: $toolId\n      callerId: $callerId\n      narrowed: $narrowed\n      endUser: $endUser\n      input: $input\n      address: $address\n      rule: $rule\n    ) {\n      ...CliFailure\n      ... on PolicyExplanation {\n        effect\n        refusal\n        isComplete\n        considered {\n          reason\n          problem\n          isTried\n          rule {\n            id\n            name\n            effect\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliExplainDecisionDocument,
    "\n  query CliTryPolicyRule($rule: CreatePolicyRuleInput!, $days: Int) {\n    tryPolicyRule(rule: $rule, days: $days) {\n      ...CliFailure\n      ... on PolicyDryRun {\n        since\n        callCount\n        isComplete\n        unrecordedStackCount\n        groups {\n          stackId\n          serverId\n          toolId\n          endpointId\n          callCount\n          isCertain\n        }\n      }\n    }\n  }\n": typeof types.CliTryPolicyRuleDocument,
    "\n  fragment CliToolChange on ToolChange {\n    toolId\n    server {\n      id: slug\n      digest\n    }\n    kind\n    isRefused\n    stackIds\n    beforeDigest\n    afterDigest\n    changedAt\n    changes {\n      kind\n      path\n      what\n    }\n  }\n": typeof types.CliToolChangeFragmentDoc,
    "\n  query CliInstructionChanges($serverId: ID, $search: String, $after: String) {\n    instructionChanges(filter: { serverId: $serverId, search: $search }, first: 100, after: $after) {\n      nodes {\n        server {\n          id: slug\n          digest\n        }\n        stackId\n        before\n        after\n        isRefused\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliInstructionChangesDocument,
    "\n  query CliToolChanges(\n    $serverId: ID\n    $search: String\n    $changeKind: ToolChangeKind\n    $orderBy: ToolChangeOrder\n    $after: String\n  ) {\n    toolChanges(\n      filter: { serverId: $serverId, search: $search, changeKind: $changeKind }\n      first: 100\n      after: $after\n      orderBy: $orderBy\n    ) {\n      nodes {\n        ...CliToolChange\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliToolChangesDocument,
    "\n  query CliShowToolChanges($serverId: ID, $after: String) {\n    toolChanges(filter: { serverId: $serverId }, first: 20, after: $after) {\n      nodes {\n        ...CliToolChange\n        before\n        after\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliShowToolChangesDocument,
    "\n  mutation CliAcceptToolChanges($input: AcceptToolChangesInput!) {\n    acceptToolChanges(input: $input) {\n      ...CliFailure\n      ... on AcceptToolChangesPayload {\n        toolIds\n        removedToolIds\n        hasInstructions\n      }\n    }\n  }\n": typeof types.CliAcceptToolChangesDocument,
    "\n  mutation CliRefuseToolChanges($input: RefuseToolChangesInput!) {\n    refuseToolChanges(input: $input) {\n      ...CliFailure\n      ... on RefuseToolChangesPayload {\n        toolIds\n        hasInstructions\n      }\n    }\n  }\n": typeof types.CliRefuseToolChangesDocument,
    "\n  mutation CliUpdateServerHeldChanges($input: UpdateServerHeldChangesInput!) {\n    updateServerHeldChanges(input: $input) {\n      ...CliFailure\n      ... on UpdateServerHeldChangesPayload {\n        server {\n          heldChanges\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateServerHeldChangesDocument,
    "\n  mutation CliUpdateHeldChanges($input: UpdateHeldChangesInput!) {\n    updateHeldChanges(input: $input) {\n      ...CliFailure\n      ... on UpdateHeldChangesPayload {\n        account {\n          heldChanges\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateHeldChangesDocument,
    "\n  fragment CliServiceAccount on ServiceAccount {\n    id\n    endpointId\n    name\n    endUser\n    tools\n    networks\n    hasSecret\n    thumbprints\n    makerId\n    createdAt\n    expiresAt\n    rotatedAt\n  }\n": typeof types.CliServiceAccountFragmentDoc,
    "\n  query CliServiceAccounts($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      serviceAccounts(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n        nodes {\n          ...CliServiceAccount\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliServiceAccountsDocument,
    "\n  mutation CliCreateServiceAccount($input: CreateServiceAccountInput!) {\n    createServiceAccount(input: $input) {\n      ...CliFailure\n      ... on CreateServiceAccountPayload {\n        serviceAccount {\n          ...CliServiceAccount\n        }\n        secret\n      }\n    }\n  }\n": typeof types.CliCreateServiceAccountDocument,
    "\n  mutation CliRotateServiceAccount($input: RotateServiceAccountInput!) {\n    rotateServiceAccount(input: $input) {\n      ...CliFailure\n      ... on RotateServiceAccountPayload {\n        serviceAccount {\n          ...CliServiceAccount\n        }\n        secret\n      }\n    }\n  }\n": typeof types.CliRotateServiceAccountDocument,
    "\n  mutation CliRevokeServiceAccount($input: RevokeServiceAccountInput!) {\n    revokeServiceAccount(input: $input) {\n      ...CliFailure\n      ... on RevokeServiceAccountPayload {\n        serviceAccountId\n      }\n    }\n  }\n": typeof types.CliRevokeServiceAccountDocument,
    "\n  query CliStackSkills($stackId: ID!) {\n    stack(id: $stackId) {\n      skills {\n        name\n        description\n        uri\n        digest\n        updatedAt\n        content\n      }\n    }\n  }\n": typeof types.CliStackSkillsDocument,
    "\n  mutation CliSetSkill($input: SetSkillInput!) {\n    setSkill(input: $input) {\n      ...CliFailure\n      ... on SetSkillPayload {\n        skill {\n          name\n          description\n          uri\n          digest\n        }\n      }\n    }\n  }\n": typeof types.CliSetSkillDocument,
    "\n  mutation CliDeleteSkill($input: DeleteSkillInput!) {\n    deleteSkill(input: $input) {\n      ...CliFailure\n      ... on DeleteSkillPayload {\n        stackId\n        name\n      }\n    }\n  }\n": typeof types.CliDeleteSkillDocument,
    "\n  query CliStackDocument($stackId: ID!) {\n    stackDocument(stackId: $stackId) {\n      name\n      isRecorded\n      contentDays\n      contentRedactions\n      servers {\n        serverId\n        credentialMode\n        credentialFieldIds\n        tools {\n          toolId\n          name\n          description\n          isPinned\n        }\n      }\n      rules {\n        name\n        effect\n        isDefault\n        callers\n        endUsers\n        servers\n        tools\n        isReadOnly\n        isDestructive\n        isOpenWorld\n        condition\n        quota {\n          calls\n          bytes\n          per\n          of\n        }\n        message\n        needsAnother\n        isEnabled\n      }\n      skills\n    }\n  }\n": typeof types.CliStackDocumentDocument,
    "\n  query CliStackPlan($stackDocument: StackDocumentInput!) {\n    stackPlan(stackDocument: $stackDocument) {\n      stack {\n        id\n      }\n      digest\n      differences {\n        path\n        before\n        after\n      }\n      missingCredentials {\n        serverId\n        fieldId\n      }\n    }\n  }\n": typeof types.CliStackPlanDocument,
    "\n  mutation CliApplyStackDocument($input: ApplyStackDocumentInput!) {\n    applyStackDocument(input: $input) {\n      ...CliFailure\n      ... on ApplyStackDocumentPayload {\n        stack {\n          id\n          name\n        }\n        differences {\n          path\n          before\n          after\n        }\n        missingCredentials {\n          serverId\n          fieldId\n        }\n      }\n    }\n  }\n": typeof types.CliApplyStackDocumentDocument,
    "\n  fragment CliCredentialStatus on CredentialStatus {\n    hasAll\n    hasRequired\n    required {\n      fieldId\n      state\n      isMoved\n    }\n    optional {\n      fieldId\n      state\n      isMoved\n    }\n  }\n": typeof types.CliCredentialStatusFragmentDoc,
    "\n  mutation CliAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      ...CliFailure\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          lackingToolCount\n          credentialStatus {\n            ...CliCredentialStatus\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliAddServerDocument,
    "\n  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      ...CliFailure\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n    }\n  }\n": typeof types.CliUpdateServerToolsDocument,
    "\n  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      ...CliFailure\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n    }\n  }\n": typeof types.CliRemoveServerDocument,
    "\n  mutation CliSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      ...CliFailure\n      ... on SetCredentialsPayload {\n        fieldIds\n        notes\n        credentialStatus {\n          ...CliCredentialStatus\n        }\n      }\n    }\n  }\n": typeof types.CliSetCredentialsDocument,
    "\n  mutation CliRemoveCredential($input: DeleteCredentialInput!) {\n    deleteCredential(input: $input) {\n      ...CliFailure\n      ... on DeleteCredentialPayload {\n        fieldIds\n        credentialStatus {\n          ...CliCredentialStatus\n        }\n      }\n    }\n  }\n": typeof types.CliRemoveCredentialDocument,
    "\n  query CliStackCredentials($id: ID!, $after: String) {\n    stack(id: $id) {\n      servers(first: 100, after: $after) {\n        nodes {\n          server {\n            id: slug\n            name\n          }\n          credentialStatus {\n            ...CliCredentialStatus\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliStackCredentialsDocument,
    "\n  query CliStackVersions($stackId: ID!, $after: String) {\n    stack(id: $stackId) {\n      versions(first: 100, after: $after) {\n        nodes {\n          id\n          number\n          createdAt\n          action\n          actor {\n            displayName\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.CliStackVersionsDocument,
    "\n  query CliStackVersion($stackId: ID!, $number: Int!) {\n    stack(id: $stackId) {\n      name\n      version(number: $number) {\n        id\n        rollBackPlan {\n          digest\n          differences {\n            path\n            before\n            after\n          }\n          missingCredentials {\n            serverId\n            fieldId\n          }\n          unavailable\n        }\n      }\n    }\n  }\n": typeof types.CliStackVersionDocument,
    "\n  query CliStackVersionDifferences($stackId: ID!, $number: Int!, $since: Int!) {\n    stack(id: $stackId) {\n      name\n      version(number: $number) {\n        differences(from: $since) {\n          path\n          before\n          after\n        }\n      }\n    }\n  }\n": typeof types.CliStackVersionDifferencesDocument,
    "\n  mutation CliRollBackStack($input: RollBackStackInput!) {\n    rollBackStack(input: $input) {\n      ...CliFailure\n      ... on RollBackStackPayload {\n        stack {\n          name\n        }\n        differences {\n          path\n          before\n          after\n        }\n        missingCredentials {\n          serverId\n          fieldId\n        }\n        unavailable\n      }\n    }\n  }\n": typeof types.CliRollBackStackDocument,
    "\n  fragment CliStackRow on Stack {\n    id\n    name\n    configuration {\n      isRecorded\n    }\n    createdAt\n    updatedAt\n  }\n": typeof types.CliStackRowFragmentDoc,
    "\n  query CliStacks(\n    $search: String\n    $needsAttention: Boolean\n    $isRecorded: Boolean\n    $orderBy: StackOrder\n    $after: String\n  ) {\n    stacks(\n      first: 100\n      after: $after\n      filter: {\n        search: $search\n        isWide: true\n        needsAttention: $needsAttention\n        isRecorded: $isRecorded\n      }\n      orderBy: $orderBy\n    ) {\n      nodes {\n        ...CliStackRow\n        servers(first: 20) {\n          totalCount\n          nodes {\n            server {\n              id: slug\n            }\n            toolCount\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliStacksDocument,
    "\n  query CliStackByName($name: String!) {\n    stack(by: { name: $name }) {\n      id\n    }\n  }\n": typeof types.CliStackByNameDocument,
    "\n  query CliStackNames($after: String) {\n    stacks(first: 100, after: $after) {\n      nodes {\n        id\n        name\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.CliStackNamesDocument,
    "\n  query CliStack($id: ID!) {\n    stack(id: $id) {\n      ...CliStackRow\n      servers(first: 100) {\n        totalCount\n        nodes {\n          server {\n            id: slug\n            name\n          }\n          toolCount\n          lackingToolCount\n          credentialStatus {\n            hasRequired\n            required {\n              fieldId\n              state\n              isMoved\n            }\n            optional {\n              fieldId\n              state\n              isMoved\n            }\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliStackDocument,
    "\n  mutation CliCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      ...CliFailure\n      ... on CreateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n": typeof types.CliCreateStackDocument,
    "\n  query CliStackTemplates {\n    stackTemplates {\n      id\n      name\n      description\n      servers {\n        serverId\n        server {\n          id: slug\n        }\n        toolIds\n      }\n      rules {\n        name\n        effect\n        toolIds\n      }\n    }\n  }\n": typeof types.CliStackTemplatesDocument,
    "\n  mutation CliDuplicateStack($input: DuplicateStackInput!) {\n    duplicateStack(input: $input) {\n      ...CliFailure\n      ... on DuplicateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n": typeof types.CliDuplicateStackDocument,
    "\n  mutation CliUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      ...CliFailure\n      ... on UpdateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateStackDocument,
    "\n  mutation CliDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      ...CliFailure\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n    }\n  }\n": typeof types.CliDeleteStackDocument,
    "\n  query CliStackTools($id: ID!, $format: ToolFormat!) {\n    stack(id: $id) {\n      tools(format: $format) {\n        nodes {\n          id: toolId\n          serverId\n          description\n        }\n        definitions\n        warnings {\n          toolId\n          reason\n        }\n      }\n    }\n  }\n": typeof types.CliStackToolsDocument,
    "\n  subscription CliToolProgress($progressId: ID!) {\n    toolProgress(progressId: $progressId) {\n      progress\n      total\n      message\n    }\n  }\n": typeof types.CliToolProgressDocument,
    "\n  mutation CliInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      ...CliFailure\n      ... on ToolFailedError {\n        outcome\n        status\n        retryAfterSeconds\n        isRepeatable\n        upstream {\n          status\n          code\n          problems {\n            field\n            message\n            code\n          }\n          contentType\n          body\n          isTruncated\n        }\n      }\n      ... on InvokeToolPayload {\n        result\n        headers {\n          name\n          value\n        }\n      }\n    }\n  }\n": typeof types.CliInvokeToolDocument,
    "\n  mutation CliUpdateCallContents($input: UpdateCallContentsInput!) {\n    updateCallContents(input: $input) {\n      ...CliFailure\n      ... on UpdateCallContentsPayload {\n        stack {\n          id\n          name\n          configuration {\n            contentDays\n            contentRedactions\n          }\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateCallContentsDocument,
    "\n  mutation CliDeleteCallContents($input: DeleteCallContentsInput!) {\n    deleteCallContents(input: $input) {\n      ...CliFailure\n      ... on DeleteCallContentsPayload {\n        count\n      }\n    }\n  }\n": typeof types.CliDeleteCallContentsDocument,
    "\n  fragment CliWebhook on Webhook {\n    id\n    name\n    url\n    hasInput\n    events\n    failingSince\n    disabledAt\n    problem\n    createdAt\n  }\n": typeof types.CliWebhookFragmentDoc,
    "\n  query CliWebhooks {\n    webhooks {\n      ...CliWebhook\n    }\n  }\n": typeof types.CliWebhooksDocument,
    "\n  query CliWebhookDeliveries {\n    webhooks {\n      id\n      deliveries {\n        messageId\n        type\n        attempts\n        status\n        error\n        deliveredAt\n        nextAt\n        createdAt\n      }\n    }\n  }\n": typeof types.CliWebhookDeliveriesDocument,
    "\n  mutation CliCreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      ...CliFailure\n      ... on CreateWebhookPayload {\n        secret\n        webhook {\n          ...CliWebhook\n        }\n      }\n    }\n  }\n": typeof types.CliCreateWebhookDocument,
    "\n  mutation CliTestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      ...CliFailure\n      ... on TestWebhookPayload {\n        delivery {\n          messageId\n        }\n      }\n    }\n  }\n": typeof types.CliTestWebhookDocument,
    "\n  mutation CliUpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      ...CliFailure\n      ... on UpdateWebhookPayload {\n        webhook {\n          ...CliWebhook\n        }\n      }\n    }\n  }\n": typeof types.CliUpdateWebhookDocument,
    "\n  mutation CliDeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      ...CliFailure\n      ... on DeleteWebhookPayload {\n        webhookId\n      }\n    }\n  }\n": typeof types.CliDeleteWebhookDocument,
    "\n  mutation TestCreateClientEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      __typename\n      ... on CreateClientEndpointPayload {\n        endpoint {\n          id\n          clientId\n          name\n        }\n        token\n        tokenRecord {\n          id\n          expiresAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestCreateClientEndpointDocument,
    "\n  mutation TestDeleteClientEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      __typename\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestDeleteClientEndpointDocument,
    "\n  mutation TestCreateStackToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      __typename\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          id\n          name\n          expiresAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestCreateStackTokenDocument,
    "\n  mutation TestRevokeStackToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      __typename\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          id\n          revokedAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestRevokeStackTokenDocument,
    "\n  mutation TestCreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          id\n          name\n          display\n          scopes\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestCreateApiKeyDocument,
    "\n  mutation TestRevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on RevokeApiKeyPayload {\n        apiKey {\n          id\n          revokedAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestRevokeApiKeyDocument,
    "\n  mutation TestPreviewServer($input: PreviewServerInput!) {\n    previewServer(input: $input) {\n      __typename\n      ... on PreviewServerPayload {\n        server {\n          id\n          name\n          description\n          homepage\n          document\n          digest\n          toolCount\n          tools {\n            id\n            name\n            title\n            description\n            inputSchema\n            annotations\n          }\n          credentialFields {\n            id\n            name\n            isRequired\n            isSecret\n            canConnect\n          }\n          needsSignIn\n          refused {\n            name\n            reason\n          }\n          replaces {\n            id: slug\n            name\n            isPrivate\n          }\n          hides {\n            id: slug\n            isPrivate\n          }\n          addedTools\n          removedTools\n          changedTools\n          isChanged\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n        }\n      }\n    }\n  }\n": typeof types.TestPreviewServerDocument,
    "\n  mutation TestPreviewOperations($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on PreviewOperationsPayload {\n        title\n        totalCount\n        operations {\n          method\n          path\n          operationId\n          name\n          summary\n          tags\n          isDeprecated\n          isReadOnly\n          isDestructive\n          credentials\n          tokens\n          weights {\n            openai\n            anthropic\n            gemini\n            mcp\n          }\n          isProposed\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.TestPreviewOperationsDocument,
    "\n  query TestRegistryServers($search: String, $first: Int, $after: String) {\n    registryServers(search: $search, first: $first, after: $after) {\n      registryUrl\n      endCursor\n      unreadCount\n      nodes {\n        name\n        title\n        description\n        version\n        status\n        updatedAt\n        website\n        repository\n        remotes {\n          type\n          url\n        }\n        packages {\n          registryType\n          identifier\n          version\n          transport\n        }\n        way\n        reason\n        commandLine\n        credentialFields {\n          id\n          name\n          isRequired\n          isSecret\n        }\n        documentUrl\n      }\n    }\n  }\n": typeof types.TestRegistryServersDocument,
    "\n  query TestRegistryServer($name: String!, $version: String) {\n    registryServer(name: $name, version: $version) {\n      name\n      version\n      documentUrl\n    }\n  }\n": typeof types.TestRegistryServerDocument,
    "\n  mutation TestSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      __typename\n      ... on SetCredentialsPayload {\n        serverId\n        fieldIds\n        credentialStatus {\n          hasRequired\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestSetCredentialsDocument,
    "\n  mutation TestRemoveCredential($input: RemoveCredentialInput!) {\n    removeCredential(input: $input) {\n      __typename\n      ... on RemoveCredentialPayload {\n        fieldIds\n        credentialStatus {\n          hasRequired\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestRemoveCredentialDocument,
    "\n  mutation TestImportServer($input: ImportServerInput!) {\n    importServer(input: $input) {\n      __typename\n      ... on ImportServerPayload {\n        server {\n          id: slug\n          isPrivate\n        }\n        isChanged\n        toolCount\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n        }\n      }\n    }\n  }\n": typeof types.TestImportServerDocument,
    "\n  mutation TestRemoveServer($input: RemoveServerInput!) {\n    removeServer(input: $input) {\n      __typename\n      ... on RemoveServerPayload {\n        serverId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestRemoveServerDocument,
    "\n  mutation TestInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      __typename\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ToolFailedError {\n        outcome\n        fieldIds\n        status\n        retryAfterSeconds\n      }\n    }\n  }\n": typeof types.TestInvokeToolDocument,
    "\n  mutation TestCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n          configuration {\n            isRecorded\n          }\n          servers {\n            totalCount\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.TestCreateStackDocument,
    "\n  mutation TestUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ... on UpdateStackPayload {\n        stack {\n          name\n          configuration {\n            isRecorded\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestUpdateStackDocument,
    "\n  mutation TestDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      __typename\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestDeleteStackDocument,
    "\n  mutation TestAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          server {\n            id: slug\n          }\n          tools {\n            nodes {\n              id: toolId\n            }\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestAddServerDocument,
    "\n  mutation TestUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      __typename\n      ... on UpdateServerToolsPayload {\n        enabledCount\n        stackServer {\n          toolCount\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestUpdateServerToolsDocument,
    "\n  mutation TestRemoveServerFromStack($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      __typename\n      ... on RemoveServerFromStackPayload {\n        stackId\n        serverId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.TestRemoveServerFromStackDocument,
};
const documents: Documents = {
    "\n  fragment CliCall on Call {\n    id\n    at\n    stackId\n    serverId\n    toolId\n    outcome\n    latencyMs\n    inputBytes\n    outputBytes\n    surface\n    endpointId\n    callerKind\n    callerId\n    endUser\n    requestId\n    traceId\n    decision\n    approvalId\n    upstreamStatus\n    queueMs\n    ownMs\n    upstreamMs\n    error\n    contents\n  }\n": types.CliCallFragmentDoc,
    "\n  subscription CliFollowCalls($stackId: ID) {\n    calls(stackId: $stackId) {\n      ...CliCall\n    }\n  }\n": types.CliFollowCallsDocument,
    "\n  query CliCalls(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n    $first: Int!\n  ) {\n    calls(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n      first: $first\n    ) {\n      nodes {\n        ...CliCall\n      }\n    }\n  }\n": types.CliCallsDocument,
    "\n  query CliTools(\n    $stackId: ID\n    $serverId: ID\n    $since: DateTime!\n    $until: DateTime\n    $orderBy: ToolRanking!\n    $first: Int!\n  ) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      orderBy: $orderBy\n      first: $first\n    ) {\n      toolId\n      serverId\n      figures {\n        callCount\n        failureCount\n        meanMs\n        p50Ms\n        p95Ms\n      }\n      mainFailure {\n        outcome\n        callCount\n      }\n    }\n  }\n": types.CliToolsDocument,
    "\n  mutation CliReadCallContents($input: ReadCallContentsInput!) {\n    readCallContents(input: $input) {\n      ...CliFailure\n      ... on ReadCallContentsPayload {\n        contents {\n          callId\n          input\n          output\n          expiresAt\n        }\n      }\n    }\n  }\n": types.CliReadCallContentsDocument,
    "\n  fragment CliAlertRules on AlertRules {\n    muted\n    failureHours\n    failureCount\n    failurePercent\n    endDays\n  }\n": types.CliAlertRulesFragmentDoc,
    "\n  fragment CliAlertDetails on AlertDetails {\n    stackName\n    serverId\n    serverName\n    toolId\n    callCount\n    failureCount\n    hours\n    fieldId\n    fieldName\n    problem\n    actorId\n    actorName\n    endpointName\n    toolCount\n    hasInstructions\n    expiresAt\n  }\n": types.CliAlertDetailsFragmentDoc,
    "\n  query CliAlerts($isOpen: Boolean) {\n    alerts(filter: { isOpen: $isOpen }) {\n      id\n      kind\n      title\n      stackId\n      details {\n        ...CliAlertDetails\n      }\n      startedAt\n      endedAt\n      toldAt\n    }\n  }\n": types.CliAlertsDocument,
    "\n  query CliAlertRules {\n    alertRules {\n      ...CliAlertRules\n    }\n  }\n": types.CliAlertRulesDocument,
    "\n  mutation CliUpdateAlertRules($input: UpdateAlertRulesInput!) {\n    updateAlertRules(input: $input) {\n      ...CliFailure\n      ... on UpdateAlertRulesPayload {\n        rules {\n          ...CliAlertRules\n        }\n      }\n    }\n  }\n": types.CliUpdateAlertRulesDocument,
    "\n  fragment CliApproval on Approval {\n    id\n    state\n    stackId\n    toolId\n    tool {\n      exposedName\n      title\n      description\n      annotations\n      serverId\n    }\n    input\n    rule {\n      id\n      name\n      message\n      condition\n    }\n    callerId\n    caller: callerDetails {\n      kind\n      name\n      endpointId\n      endpointName\n      serviceAccount\n      trustedIssuer\n      person\n    }\n    endUser\n    isForAll\n    isForSession\n    message\n    deciderName\n    decidedAt\n    createdAt\n    expiresAt\n  }\n": types.CliApprovalFragmentDoc,
    "\n  query CliApprovals($state: ApprovalState, $search: String, $orderBy: ApprovalOrder, $after: String) {\n    approvals(filter: { state: $state, search: $search }, first: 100, after: $after, orderBy: $orderBy) {\n      nodes {\n        ...CliApproval\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliApprovalsDocument,
    "\n  query CliApprovalById($id: ID!) {\n    approval(id: $id) {\n      ...CliApproval\n    }\n  }\n": types.CliApprovalByIdDocument,
    "\n  mutation CliApproveCall($input: ApproveCallInput!) {\n    approveCall(input: $input) {\n      ...CliFailure\n      ... on ApproveCallPayload {\n        approval {\n          ...CliApproval\n        }\n      }\n    }\n  }\n": types.CliApproveCallDocument,
    "\n  mutation CliDenyCall($input: DenyCallInput!) {\n    denyCall(input: $input) {\n      ...CliFailure\n      ... on DenyCallPayload {\n        approval {\n          ...CliApproval\n        }\n      }\n    }\n  }\n": types.CliDenyCallDocument,
    "\n  query CliChatModel {\n    chatModel {\n      api\n      url\n      model\n      keyState\n      updatedAt\n    }\n  }\n": types.CliChatModelDocument,
    "\n  mutation CliUpdateChatModel($input: UpdateChatModelInput!) {\n    updateChatModel(input: $input) {\n      ...CliFailure\n      ... on UpdateChatModelPayload {\n        model {\n          api\n          url\n          model\n          keyState\n        }\n      }\n    }\n  }\n": types.CliUpdateChatModelDocument,
    "\n  mutation CliDeleteChatModel {\n    deleteChatModel {\n      ...CliFailure\n      ... on DeleteChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n": types.CliDeleteChatModelDocument,
    "\n  mutation CliAskModel($input: AskModelInput!) {\n    askModel(input: $input) {\n      ...CliFailure\n      ... on AskModelPayload {\n        model\n        text\n        isCut\n        inputTokens\n        picks {\n          ref\n          name\n          toolId\n          toolInput\n          inputText\n        }\n        offered {\n          name\n        }\n      }\n    }\n  }\n": types.CliAskModelDocument,
    "\n  mutation CliCreateConnectLink($input: CreateConnectLinkInput!) {\n    createConnectLink(input: $input) {\n      ...CliFailure\n      ... on CreateConnectLinkPayload {\n        url\n        expiresAt\n      }\n    }\n  }\n": types.CliCreateConnectLinkDocument,
    "\n  mutation CliUpdateCredentialMode($input: UpdateServerCredentialModeInput!) {\n    updateServerCredentialMode(input: $input) {\n      ...CliFailure\n      ... on UpdateServerCredentialModePayload {\n        stackServer {\n          credentialMode\n        }\n      }\n    }\n  }\n": types.CliUpdateCredentialModeDocument,
    "\n  mutation CliRefreshServerTools($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      ...CliFailure\n      ... on RefreshServerToolsPayload {\n        toolCount\n        isChanged\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n": types.CliRefreshServerToolsDocument,
    "\n  mutation CliUpdateServerRefresh($input: UpdateServerRefreshInput!) {\n    updateServerRefresh(input: $input) {\n      ...CliFailure\n      ... on UpdateServerRefreshPayload {\n        server {\n          refresh {\n            when\n            stackId\n            dueAt\n            refreshedAt\n            problem\n          }\n        }\n      }\n    }\n  }\n": types.CliUpdateServerRefreshDocument,
    "\n  mutation CliTestConnection($input: TestConnectionInput!) {\n    testConnection(input: $input) {\n      ...CliFailure\n      ... on TestConnectionPayload {\n        outcome\n        message\n        toolId\n      }\n    }\n  }\n": types.CliTestConnectionDocument,
    "\n  mutation CliUpdateApplicationSharing($input: UpdateApplicationSharingInput!) {\n    updateApplicationSharing(input: $input) {\n      ...CliFailure\n      ... on UpdateApplicationSharingPayload {\n        isShared\n        stackCount\n      }\n    }\n  }\n": types.CliUpdateApplicationSharingDocument,
    "\n  query CliCredentialProblems {\n    credentialProblems {\n      isComplete\n      nodes {\n        kind\n        stackId\n        stackName\n        serverId\n        fieldId\n        fieldName\n        wanted\n        expiresAt\n      }\n    }\n  }\n": types.CliCredentialProblemsDocument,
    "\n  fragment CliEndpoint on ClientEndpoint {\n    id\n    clientId\n    stackId\n    name\n    mode\n    mayProgramsWrite\n    createdAt\n  }\n": types.CliEndpointFragmentDoc,
    "\n  fragment CliToken on StackToken {\n    id\n    name\n    tools\n    networks\n    callsMax\n    calls\n    revokedNarrowings\n    makerId\n    createdAt\n    expiresAt\n    revokedAt\n    lastUsedAt\n  }\n": types.CliTokenFragmentDoc,
    "\n  query CliEndpoints($stackId: ID!, $search: String, $after: String) {\n    stack(id: $stackId) {\n      endpoints(first: 100, after: $after, filter: { search: $search }) {\n        nodes {\n          ...CliEndpoint\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliEndpointsDocument,
    "\n  query CliEndpoint($id: ID!) {\n    clientEndpoint(by: { id: $id }) {\n      ...CliEndpoint\n    }\n  }\n": types.CliEndpointDocument,
    "\n  query CliTokens($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      tokens(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n        nodes {\n          ...CliToken\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliTokensDocument,
    "\n  query CliStackTokens($stackId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    stack(id: $stackId) {\n      endpoints(first: 20, after: $after) {\n        nodes {\n          id\n          clientId\n          tokens(first: 20, filter: { search: $search, isInForce: $isInForce }) {\n            nodes {\n              ...CliToken\n            }\n            pageInfo {\n              hasNextPage\n              endCursor\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliStackTokensDocument,
    "\n  mutation CliCreateEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on CreateClientEndpointPayload {\n        token\n        endpoint {\n          ...CliEndpoint\n        }\n      }\n    }\n  }\n": types.CliCreateEndpointDocument,
    "\n  mutation CliUpdateEndpoint($input: UpdateClientEndpointInput!) {\n    updateClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on UpdateClientEndpointPayload {\n        endpoint {\n          ...CliEndpoint\n        }\n      }\n    }\n  }\n": types.CliUpdateEndpointDocument,
    "\n  mutation CliDeleteEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n    }\n  }\n": types.CliDeleteEndpointDocument,
    "\n  mutation CliCreateToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      ...CliFailure\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n": types.CliCreateTokenDocument,
    "\n  mutation CliRevokeToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      ...CliFailure\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n": types.CliRevokeTokenDocument,
    "\n  mutation CliRevokeNarrowing($input: RevokeTokenNarrowingInput!) {\n    revokeTokenNarrowing(input: $input) {\n      ...CliFailure\n      ... on RevokeTokenNarrowingPayload {\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n": types.CliRevokeNarrowingDocument,
    "\n  fragment CliFailure on UserError {\n    code\n    message\n    ... on InvalidInputError {\n      issues {\n        path\n        message\n      }\n    }\n  }\n": types.CliFailureFragmentDoc,
    "\n  mutation CliUpdateToolHints($input: UpdateToolHintsInput!) {\n    updateToolHints(input: $input) {\n      ...CliFailure\n      ... on UpdateToolHintsPayload {\n        tool {\n          toolId\n          hints {\n            isReadOnly\n            isDestructive\n            isIdempotent\n            isConfirmed\n            isUsedByRules\n          }\n        }\n      }\n    }\n  }\n": types.CliUpdateToolHintsDocument,
    "\n  mutation CliUpdateServerHintTrust($input: UpdateServerHintTrustInput!) {\n    updateServerHintTrust(input: $input) {\n      ...CliFailure\n      ... on UpdateServerHintTrustPayload {\n        server {\n          id\n          areHintsTrusted\n        }\n      }\n    }\n  }\n": types.CliUpdateServerHintTrustDocument,
    "\n  fragment CliTrustedIssuer on TrustedIssuer {\n    id\n    endpointId\n    name\n    issuer\n    audience\n    jwksUrl\n    claims {\n      name\n      values\n    }\n    endUserClaim\n    endUserPrefix\n    tools\n    networks\n    createdAt\n  }\n": types.CliTrustedIssuerFragmentDoc,
    "\n  query CliTrustedIssuers($endpointId: ID!, $search: String, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      trustedIssuers(first: 100, after: $after, filter: { search: $search }) {\n        nodes {\n          ...CliTrustedIssuer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliTrustedIssuersDocument,
    "\n  mutation CliCreateTrustedIssuer($input: CreateTrustedIssuerInput!) {\n    createTrustedIssuer(input: $input) {\n      ...CliFailure\n      ... on CreateTrustedIssuerPayload {\n        trustedIssuer {\n          ...CliTrustedIssuer\n        }\n      }\n    }\n  }\n": types.CliCreateTrustedIssuerDocument,
    "\n  mutation CliDeleteTrustedIssuer($input: DeleteTrustedIssuerInput!) {\n    deleteTrustedIssuer(input: $input) {\n      ...CliFailure\n      ... on DeleteTrustedIssuerPayload {\n        trustedIssuerId\n      }\n    }\n  }\n": types.CliDeleteTrustedIssuerDocument,
    "\n  fragment CliJob on Job {\n    id\n    state\n    stackId\n    toolId\n    callerId\n    endUser\n    approvalId\n    createdAt\n    startedAt\n    endedAt\n    expiresAt\n  }\n": types.CliJobFragmentDoc,
    "\n  mutation CliStartJob($input: StartJobInput!) {\n    startJob(input: $input) {\n      ...CliFailure\n      ... on StartJobPayload {\n        job {\n          ...CliJob\n        }\n      }\n    }\n  }\n": types.CliStartJobDocument,
    "\n  query CliJobs($stackId: ID, $after: String) {\n    jobs(filter: { stackId: $stackId }, first: 100, after: $after) {\n      nodes {\n        ...CliJob\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliJobsDocument,
    "\n  query CliJobById($id: ID!) {\n    job(id: $id) {\n      ...CliJob\n      progress {\n        progress\n        total\n        message\n      }\n      answer {\n        result\n        headers {\n          name\n          value\n        }\n        failure {\n          code\n          message\n          issues {\n            path\n            message\n          }\n          outcome\n          status\n          retryAfterSeconds\n          isRepeatable\n          upstream {\n            status\n            code\n            problems {\n              field\n              message\n              code\n            }\n            contentType\n            body\n            isTruncated\n          }\n        }\n      }\n    }\n  }\n": types.CliJobByIdDocument,
    "\n  subscription CliFollowJob($jobId: ID!) {\n    jobs(jobId: $jobId) {\n      state\n      approvalId\n      endedAt\n      progress {\n        progress\n        total\n        message\n      }\n    }\n  }\n": types.CliFollowJobDocument,
    "\n  mutation CliCancelJob($input: CancelJobInput!) {\n    cancelJob(input: $input) {\n      ...CliFailure\n      ... on CancelJobPayload {\n        job {\n          ...CliJob\n        }\n      }\n    }\n  }\n": types.CliCancelJobDocument,
    "\n  fragment CliApiKey on ApiKey {\n    id\n    name\n    display\n    role\n    scopes\n    stackRoles {\n      stackId\n      role\n    }\n    tools\n    networks\n    callsMax\n    calls\n    makerId\n    createdAt\n    expiresAt\n    revokedAt\n    lastUsedAt\n  }\n": types.CliApiKeyFragmentDoc,
    "\n  query CliApiKeys($search: String, $isInForce: Boolean, $after: String) {\n    apiKeys(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n      nodes {\n        ...CliApiKey\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliApiKeysDocument,
    "\n  mutation CliCreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      ...CliFailure\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          ...CliApiKey\n        }\n      }\n    }\n  }\n": types.CliCreateApiKeyDocument,
    "\n  mutation CliRevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      ...CliFailure\n      ... on RevokeApiKeyPayload {\n        apiKey {\n          ...CliApiKey\n        }\n      }\n    }\n  }\n": types.CliRevokeApiKeyDocument,
    "\n  fragment CliPolicyRule on PolicyRule {\n    id\n    name\n    effect\n    stackId\n    endpointId\n    isDefault\n    callers: callerIds\n    endUsers\n    servers\n    tools\n    isReadOnly\n    isDestructive\n    isOpenWorld\n    condition\n    quota {\n      calls\n      bytes\n      per\n      of\n    }\n    message\n    isEnabled\n    createdAt\n  }\n": types.CliPolicyRuleFragmentDoc,
    "\n  query CliPolicyRules($search: String, $effect: PolicyEffect, $after: String) {\n    policyRules(first: 100, after: $after, filter: { search: $search, effect: $effect }) {\n      nodes {\n        ...CliPolicyRule\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliPolicyRulesDocument,
    "\n  mutation CliCreatePolicyRule($input: CreatePolicyRuleInput!) {\n    createPolicyRule(input: $input) {\n      ...CliFailure\n      ... on CreatePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n": types.CliCreatePolicyRuleDocument,
    "\n  mutation CliUpdatePolicyRule($input: UpdatePolicyRuleInput!) {\n    updatePolicyRule(input: $input) {\n      ...CliFailure\n      ... on UpdatePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n": types.CliUpdatePolicyRuleDocument,
    "\n  mutation CliDeletePolicyRule($input: DeletePolicyRuleInput!) {\n    deletePolicyRule(input: $input) {\n      ...CliFailure\n      ... on DeletePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n": types.CliDeletePolicyRuleDocument,
    "\n  query CliExplainDecision(\n    $stackId: ID!\n    $toolId: ID!\n    $callerId: ID\n    $narrowed: String\n    $endUser: String\n    $input: JSON\n    $address: String\n    $rule: CreatePolicyRuleInput\n  ) {\n    explainDecision(\n      stackId: $stackId\n      toolId: $toolId\n      callerId: $callerId\n      narrowed: $narrowed\n      endUser: $endUser\n      input: $input\n      address: $address\n      rule: $rule\n    ) {\n      ...CliFailure\n      ... on PolicyExplanation {\n        effect\n        refusal\n        isComplete\n        considered {\n          reason\n          problem\n          isTried\n          rule {\n            id\n            name\n            effect\n          }\n        }\n      }\n    }\n  }\n": types.CliExplainDecisionDocument,
    "\n  query CliTryPolicyRule($rule: CreatePolicyRuleInput!, $days: Int) {\n    tryPolicyRule(rule: $rule, days: $days) {\n      ...CliFailure\n      ... on PolicyDryRun {\n        since\n        callCount\n        isComplete\n        unrecordedStackCount\n        groups {\n          stackId\n          serverId\n          toolId\n          endpointId\n          callCount\n          isCertain\n        }\n      }\n    }\n  }\n": types.CliTryPolicyRuleDocument,
    "\n  fragment CliToolChange on ToolChange {\n    toolId\n    server {\n      id: slug\n      digest\n    }\n    kind\n    isRefused\n    stackIds\n    beforeDigest\n    afterDigest\n    changedAt\n    changes {\n      kind\n      path\n      what\n    }\n  }\n": types.CliToolChangeFragmentDoc,
    "\n  query CliInstructionChanges($serverId: ID, $search: String, $after: String) {\n    instructionChanges(filter: { serverId: $serverId, search: $search }, first: 100, after: $after) {\n      nodes {\n        server {\n          id: slug\n          digest\n        }\n        stackId\n        before\n        after\n        isRefused\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliInstructionChangesDocument,
    "\n  query CliToolChanges(\n    $serverId: ID\n    $search: String\n    $changeKind: ToolChangeKind\n    $orderBy: ToolChangeOrder\n    $after: String\n  ) {\n    toolChanges(\n      filter: { serverId: $serverId, search: $search, changeKind: $changeKind }\n      first: 100\n      after: $after\n      orderBy: $orderBy\n    ) {\n      nodes {\n        ...CliToolChange\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliToolChangesDocument,
    "\n  query CliShowToolChanges($serverId: ID, $after: String) {\n    toolChanges(filter: { serverId: $serverId }, first: 20, after: $after) {\n      nodes {\n        ...CliToolChange\n        before\n        after\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliShowToolChangesDocument,
    "\n  mutation CliAcceptToolChanges($input: AcceptToolChangesInput!) {\n    acceptToolChanges(input: $input) {\n      ...CliFailure\n      ... on AcceptToolChangesPayload {\n        toolIds\n        removedToolIds\n        hasInstructions\n      }\n    }\n  }\n": types.CliAcceptToolChangesDocument,
    "\n  mutation CliRefuseToolChanges($input: RefuseToolChangesInput!) {\n    refuseToolChanges(input: $input) {\n      ...CliFailure\n      ... on RefuseToolChangesPayload {\n        toolIds\n        hasInstructions\n      }\n    }\n  }\n": types.CliRefuseToolChangesDocument,
    "\n  mutation CliUpdateServerHeldChanges($input: UpdateServerHeldChangesInput!) {\n    updateServerHeldChanges(input: $input) {\n      ...CliFailure\n      ... on UpdateServerHeldChangesPayload {\n        server {\n          heldChanges\n        }\n      }\n    }\n  }\n": types.CliUpdateServerHeldChangesDocument,
    "\n  mutation CliUpdateHeldChanges($input: UpdateHeldChangesInput!) {\n    updateHeldChanges(input: $input) {\n      ...CliFailure\n      ... on UpdateHeldChangesPayload {\n        account {\n          heldChanges\n        }\n      }\n    }\n  }\n": types.CliUpdateHeldChangesDocument,
    "\n  fragment CliServiceAccount on ServiceAccount {\n    id\n    endpointId\n    name\n    endUser\n    tools\n    networks\n    hasSecret\n    thumbprints\n    makerId\n    createdAt\n    expiresAt\n    rotatedAt\n  }\n": types.CliServiceAccountFragmentDoc,
    "\n  query CliServiceAccounts($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      serviceAccounts(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n        nodes {\n          ...CliServiceAccount\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliServiceAccountsDocument,
    "\n  mutation CliCreateServiceAccount($input: CreateServiceAccountInput!) {\n    createServiceAccount(input: $input) {\n      ...CliFailure\n      ... on CreateServiceAccountPayload {\n        serviceAccount {\n          ...CliServiceAccount\n        }\n        secret\n      }\n    }\n  }\n": types.CliCreateServiceAccountDocument,
    "\n  mutation CliRotateServiceAccount($input: RotateServiceAccountInput!) {\n    rotateServiceAccount(input: $input) {\n      ...CliFailure\n      ... on RotateServiceAccountPayload {\n        serviceAccount {\n          ...CliServiceAccount\n        }\n        secret\n      }\n    }\n  }\n": types.CliRotateServiceAccountDocument,
    "\n  mutation CliRevokeServiceAccount($input: RevokeServiceAccountInput!) {\n    revokeServiceAccount(input: $input) {\n      ...CliFailure\n      ... on RevokeServiceAccountPayload {\n        serviceAccountId\n      }\n    }\n  }\n": types.CliRevokeServiceAccountDocument,
    "\n  query CliStackSkills($stackId: ID!) {\n    stack(id: $stackId) {\n      skills {\n        name\n        description\n        uri\n        digest\n        updatedAt\n        content\n      }\n    }\n  }\n": types.CliStackSkillsDocument,
    "\n  mutation CliSetSkill($input: SetSkillInput!) {\n    setSkill(input: $input) {\n      ...CliFailure\n      ... on SetSkillPayload {\n        skill {\n          name\n          description\n          uri\n          digest\n        }\n      }\n    }\n  }\n": types.CliSetSkillDocument,
    "\n  mutation CliDeleteSkill($input: DeleteSkillInput!) {\n    deleteSkill(input: $input) {\n      ...CliFailure\n      ... on DeleteSkillPayload {\n        stackId\n        name\n      }\n    }\n  }\n": types.CliDeleteSkillDocument,
    "\n  query CliStackDocument($stackId: ID!) {\n    stackDocument(stackId: $stackId) {\n      name\n      isRecorded\n      contentDays\n      contentRedactions\n      servers {\n        serverId\n        credentialMode\n        credentialFieldIds\n        tools {\n          toolId\n          name\n          description\n          isPinned\n        }\n      }\n      rules {\n        name\n        effect\n        isDefault\n        callers\n        endUsers\n        servers\n        tools\n        isReadOnly\n        isDestructive\n        isOpenWorld\n        condition\n        quota {\n          calls\n          bytes\n          per\n          of\n        }\n        message\n        needsAnother\n        isEnabled\n      }\n      skills\n    }\n  }\n": types.CliStackDocumentDocument,
    "\n  query CliStackPlan($stackDocument: StackDocumentInput!) {\n    stackPlan(stackDocument: $stackDocument) {\n      stack {\n        id\n      }\n      digest\n      differences {\n        path\n        before\n        after\n      }\n      missingCredentials {\n        serverId\n        fieldId\n      }\n    }\n  }\n": types.CliStackPlanDocument,
    "\n  mutation CliApplyStackDocument($input: ApplyStackDocumentInput!) {\n    applyStackDocument(input: $input) {\n      ...CliFailure\n      ... on ApplyStackDocumentPayload {\n        stack {\n          id\n          name\n        }\n        differences {\n          path\n          before\n          after\n        }\n        missingCredentials {\n          serverId\n          fieldId\n        }\n      }\n    }\n  }\n": types.CliApplyStackDocumentDocument,
    "\n  fragment CliCredentialStatus on CredentialStatus {\n    hasAll\n    hasRequired\n    required {\n      fieldId\n      state\n      isMoved\n    }\n    optional {\n      fieldId\n      state\n      isMoved\n    }\n  }\n": types.CliCredentialStatusFragmentDoc,
    "\n  mutation CliAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      ...CliFailure\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          lackingToolCount\n          credentialStatus {\n            ...CliCredentialStatus\n          }\n        }\n      }\n    }\n  }\n": types.CliAddServerDocument,
    "\n  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      ...CliFailure\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n    }\n  }\n": types.CliUpdateServerToolsDocument,
    "\n  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      ...CliFailure\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n    }\n  }\n": types.CliRemoveServerDocument,
    "\n  mutation CliSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      ...CliFailure\n      ... on SetCredentialsPayload {\n        fieldIds\n        notes\n        credentialStatus {\n          ...CliCredentialStatus\n        }\n      }\n    }\n  }\n": types.CliSetCredentialsDocument,
    "\n  mutation CliRemoveCredential($input: DeleteCredentialInput!) {\n    deleteCredential(input: $input) {\n      ...CliFailure\n      ... on DeleteCredentialPayload {\n        fieldIds\n        credentialStatus {\n          ...CliCredentialStatus\n        }\n      }\n    }\n  }\n": types.CliRemoveCredentialDocument,
    "\n  query CliStackCredentials($id: ID!, $after: String) {\n    stack(id: $id) {\n      servers(first: 100, after: $after) {\n        nodes {\n          server {\n            id: slug\n            name\n          }\n          credentialStatus {\n            ...CliCredentialStatus\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliStackCredentialsDocument,
    "\n  query CliStackVersions($stackId: ID!, $after: String) {\n    stack(id: $stackId) {\n      versions(first: 100, after: $after) {\n        nodes {\n          id\n          number\n          createdAt\n          action\n          actor {\n            displayName\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.CliStackVersionsDocument,
    "\n  query CliStackVersion($stackId: ID!, $number: Int!) {\n    stack(id: $stackId) {\n      name\n      version(number: $number) {\n        id\n        rollBackPlan {\n          digest\n          differences {\n            path\n            before\n            after\n          }\n          missingCredentials {\n            serverId\n            fieldId\n          }\n          unavailable\n        }\n      }\n    }\n  }\n": types.CliStackVersionDocument,
    "\n  query CliStackVersionDifferences($stackId: ID!, $number: Int!, $since: Int!) {\n    stack(id: $stackId) {\n      name\n      version(number: $number) {\n        differences(from: $since) {\n          path\n          before\n          after\n        }\n      }\n    }\n  }\n": types.CliStackVersionDifferencesDocument,
    "\n  mutation CliRollBackStack($input: RollBackStackInput!) {\n    rollBackStack(input: $input) {\n      ...CliFailure\n      ... on RollBackStackPayload {\n        stack {\n          name\n        }\n        differences {\n          path\n          before\n          after\n        }\n        missingCredentials {\n          serverId\n          fieldId\n        }\n        unavailable\n      }\n    }\n  }\n": types.CliRollBackStackDocument,
    "\n  fragment CliStackRow on Stack {\n    id\n    name\n    configuration {\n      isRecorded\n    }\n    createdAt\n    updatedAt\n  }\n": types.CliStackRowFragmentDoc,
    "\n  query CliStacks(\n    $search: String\n    $needsAttention: Boolean\n    $isRecorded: Boolean\n    $orderBy: StackOrder\n    $after: String\n  ) {\n    stacks(\n      first: 100\n      after: $after\n      filter: {\n        search: $search\n        isWide: true\n        needsAttention: $needsAttention\n        isRecorded: $isRecorded\n      }\n      orderBy: $orderBy\n    ) {\n      nodes {\n        ...CliStackRow\n        servers(first: 20) {\n          totalCount\n          nodes {\n            server {\n              id: slug\n            }\n            toolCount\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliStacksDocument,
    "\n  query CliStackByName($name: String!) {\n    stack(by: { name: $name }) {\n      id\n    }\n  }\n": types.CliStackByNameDocument,
    "\n  query CliStackNames($after: String) {\n    stacks(first: 100, after: $after) {\n      nodes {\n        id\n        name\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.CliStackNamesDocument,
    "\n  query CliStack($id: ID!) {\n    stack(id: $id) {\n      ...CliStackRow\n      servers(first: 100) {\n        totalCount\n        nodes {\n          server {\n            id: slug\n            name\n          }\n          toolCount\n          lackingToolCount\n          credentialStatus {\n            hasRequired\n            required {\n              fieldId\n              state\n              isMoved\n            }\n            optional {\n              fieldId\n              state\n              isMoved\n            }\n          }\n        }\n      }\n    }\n  }\n": types.CliStackDocument,
    "\n  mutation CliCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      ...CliFailure\n      ... on CreateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n": types.CliCreateStackDocument,
    "\n  query CliStackTemplates {\n    stackTemplates {\n      id\n      name\n      description\n      servers {\n        serverId\n        server {\n          id: slug\n        }\n        toolIds\n      }\n      rules {\n        name\n        effect\n        toolIds\n      }\n    }\n  }\n": types.CliStackTemplatesDocument,
    "\n  mutation CliDuplicateStack($input: DuplicateStackInput!) {\n    duplicateStack(input: $input) {\n      ...CliFailure\n      ... on DuplicateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n": types.CliDuplicateStackDocument,
    "\n  mutation CliUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      ...CliFailure\n      ... on UpdateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n": types.CliUpdateStackDocument,
    "\n  mutation CliDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      ...CliFailure\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n    }\n  }\n": types.CliDeleteStackDocument,
    "\n  query CliStackTools($id: ID!, $format: ToolFormat!) {\n    stack(id: $id) {\n      tools(format: $format) {\n        nodes {\n          id: toolId\n          serverId\n          description\n        }\n        definitions\n        warnings {\n          toolId\n          reason\n        }\n      }\n    }\n  }\n": types.CliStackToolsDocument,
    "\n  subscription CliToolProgress($progressId: ID!) {\n    toolProgress(progressId: $progressId) {\n      progress\n      total\n      message\n    }\n  }\n": types.CliToolProgressDocument,
    "\n  mutation CliInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      ...CliFailure\n      ... on ToolFailedError {\n        outcome\n        status\n        retryAfterSeconds\n        isRepeatable\n        upstream {\n          status\n          code\n          problems {\n            field\n            message\n            code\n          }\n          contentType\n          body\n          isTruncated\n        }\n      }\n      ... on InvokeToolPayload {\n        result\n        headers {\n          name\n          value\n        }\n      }\n    }\n  }\n": types.CliInvokeToolDocument,
    "\n  mutation CliUpdateCallContents($input: UpdateCallContentsInput!) {\n    updateCallContents(input: $input) {\n      ...CliFailure\n      ... on UpdateCallContentsPayload {\n        stack {\n          id\n          name\n          configuration {\n            contentDays\n            contentRedactions\n          }\n        }\n      }\n    }\n  }\n": types.CliUpdateCallContentsDocument,
    "\n  mutation CliDeleteCallContents($input: DeleteCallContentsInput!) {\n    deleteCallContents(input: $input) {\n      ...CliFailure\n      ... on DeleteCallContentsPayload {\n        count\n      }\n    }\n  }\n": types.CliDeleteCallContentsDocument,
    "\n  fragment CliWebhook on Webhook {\n    id\n    name\n    url\n    hasInput\n    events\n    failingSince\n    disabledAt\n    problem\n    createdAt\n  }\n": types.CliWebhookFragmentDoc,
    "\n  query CliWebhooks {\n    webhooks {\n      ...CliWebhook\n    }\n  }\n": types.CliWebhooksDocument,
    "\n  query CliWebhookDeliveries {\n    webhooks {\n      id\n      deliveries {\n        messageId\n        type\n        attempts\n        status\n        error\n        deliveredAt\n        nextAt\n        createdAt\n      }\n    }\n  }\n": types.CliWebhookDeliveriesDocument,
    "\n  mutation CliCreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      ...CliFailure\n      ... on CreateWebhookPayload {\n        secret\n        webhook {\n          ...CliWebhook\n        }\n      }\n    }\n  }\n": types.CliCreateWebhookDocument,
    "\n  mutation CliTestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      ...CliFailure\n      ... on TestWebhookPayload {\n        delivery {\n          messageId\n        }\n      }\n    }\n  }\n": types.CliTestWebhookDocument,
    "\n  mutation CliUpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      ...CliFailure\n      ... on UpdateWebhookPayload {\n        webhook {\n          ...CliWebhook\n        }\n      }\n    }\n  }\n": types.CliUpdateWebhookDocument,
    "\n  mutation CliDeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      ...CliFailure\n      ... on DeleteWebhookPayload {\n        webhookId\n      }\n    }\n  }\n": types.CliDeleteWebhookDocument,
    "\n  mutation TestCreateClientEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      __typename\n      ... on CreateClientEndpointPayload {\n        endpoint {\n          id\n          clientId\n          name\n        }\n        token\n        tokenRecord {\n          id\n          expiresAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestCreateClientEndpointDocument,
    "\n  mutation TestDeleteClientEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      __typename\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestDeleteClientEndpointDocument,
    "\n  mutation TestCreateStackToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      __typename\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          id\n          name\n          expiresAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestCreateStackTokenDocument,
    "\n  mutation TestRevokeStackToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      __typename\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          id\n          revokedAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestRevokeStackTokenDocument,
    "\n  mutation TestCreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          id\n          name\n          display\n          scopes\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestCreateApiKeyDocument,
    "\n  mutation TestRevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on RevokeApiKeyPayload {\n        apiKey {\n          id\n          revokedAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestRevokeApiKeyDocument,
    "\n  mutation TestPreviewServer($input: PreviewServerInput!) {\n    previewServer(input: $input) {\n      __typename\n      ... on PreviewServerPayload {\n        server {\n          id\n          name\n          description\n          homepage\n          document\n          digest\n          toolCount\n          tools {\n            id\n            name\n            title\n            description\n            inputSchema\n            annotations\n          }\n          credentialFields {\n            id\n            name\n            isRequired\n            isSecret\n            canConnect\n          }\n          needsSignIn\n          refused {\n            name\n            reason\n          }\n          replaces {\n            id: slug\n            name\n            isPrivate\n          }\n          hides {\n            id: slug\n            isPrivate\n          }\n          addedTools\n          removedTools\n          changedTools\n          isChanged\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n        }\n      }\n    }\n  }\n": types.TestPreviewServerDocument,
    "\n  mutation TestPreviewOperations($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on PreviewOperationsPayload {\n        title\n        totalCount\n        operations {\n          method\n          path\n          operationId\n          name\n          summary\n          tags\n          isDeprecated\n          isReadOnly\n          isDestructive\n          credentials\n          tokens\n          weights {\n            openai\n            anthropic\n            gemini\n            mcp\n          }\n          isProposed\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.TestPreviewOperationsDocument,
    "\n  query TestRegistryServers($search: String, $first: Int, $after: String) {\n    registryServers(search: $search, first: $first, after: $after) {\n      registryUrl\n      endCursor\n      unreadCount\n      nodes {\n        name\n        title\n        description\n        version\n        status\n        updatedAt\n        website\n        repository\n        remotes {\n          type\n          url\n        }\n        packages {\n          registryType\n          identifier\n          version\n          transport\n        }\n        way\n        reason\n        commandLine\n        credentialFields {\n          id\n          name\n          isRequired\n          isSecret\n        }\n        documentUrl\n      }\n    }\n  }\n": types.TestRegistryServersDocument,
    "\n  query TestRegistryServer($name: String!, $version: String) {\n    registryServer(name: $name, version: $version) {\n      name\n      version\n      documentUrl\n    }\n  }\n": types.TestRegistryServerDocument,
    "\n  mutation TestSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      __typename\n      ... on SetCredentialsPayload {\n        serverId\n        fieldIds\n        credentialStatus {\n          hasRequired\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestSetCredentialsDocument,
    "\n  mutation TestRemoveCredential($input: RemoveCredentialInput!) {\n    removeCredential(input: $input) {\n      __typename\n      ... on RemoveCredentialPayload {\n        fieldIds\n        credentialStatus {\n          hasRequired\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestRemoveCredentialDocument,
    "\n  mutation TestImportServer($input: ImportServerInput!) {\n    importServer(input: $input) {\n      __typename\n      ... on ImportServerPayload {\n        server {\n          id: slug\n          isPrivate\n        }\n        isChanged\n        toolCount\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n        }\n      }\n    }\n  }\n": types.TestImportServerDocument,
    "\n  mutation TestRemoveServer($input: RemoveServerInput!) {\n    removeServer(input: $input) {\n      __typename\n      ... on RemoveServerPayload {\n        serverId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestRemoveServerDocument,
    "\n  mutation TestInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      __typename\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ToolFailedError {\n        outcome\n        fieldIds\n        status\n        retryAfterSeconds\n      }\n    }\n  }\n": types.TestInvokeToolDocument,
    "\n  mutation TestCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n          configuration {\n            isRecorded\n          }\n          servers {\n            totalCount\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.TestCreateStackDocument,
    "\n  mutation TestUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ... on UpdateStackPayload {\n        stack {\n          name\n          configuration {\n            isRecorded\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestUpdateStackDocument,
    "\n  mutation TestDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      __typename\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestDeleteStackDocument,
    "\n  mutation TestAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          server {\n            id: slug\n          }\n          tools {\n            nodes {\n              id: toolId\n            }\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestAddServerDocument,
    "\n  mutation TestUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      __typename\n      ... on UpdateServerToolsPayload {\n        enabledCount\n        stackServer {\n          toolCount\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestUpdateServerToolsDocument,
    "\n  mutation TestRemoveServerFromStack($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      __typename\n      ... on RemoveServerFromStackPayload {\n        stackId\n        serverId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.TestRemoveServerFromStackDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliCall on Call {\n    id\n    at\n    stackId\n    serverId\n    toolId\n    outcome\n    latencyMs\n    inputBytes\n    outputBytes\n    surface\n    endpointId\n    callerKind\n    callerId\n    endUser\n    requestId\n    traceId\n    decision\n    approvalId\n    upstreamStatus\n    queueMs\n    ownMs\n    upstreamMs\n    error\n    contents\n  }\n"): typeof import('./graphql.ts').CliCallFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CliFollowCalls($stackId: ID) {\n    calls(stackId: $stackId) {\n      ...CliCall\n    }\n  }\n"): typeof import('./graphql.ts').CliFollowCallsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliCalls(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n    $first: Int!\n  ) {\n    calls(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n      first: $first\n    ) {\n      nodes {\n        ...CliCall\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCallsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliTools(\n    $stackId: ID\n    $serverId: ID\n    $since: DateTime!\n    $until: DateTime\n    $orderBy: ToolRanking!\n    $first: Int!\n  ) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      orderBy: $orderBy\n      first: $first\n    ) {\n      toolId\n      serverId\n      figures {\n        callCount\n        failureCount\n        meanMs\n        p50Ms\n        p95Ms\n      }\n      mainFailure {\n        outcome\n        callCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliReadCallContents($input: ReadCallContentsInput!) {\n    readCallContents(input: $input) {\n      ...CliFailure\n      ... on ReadCallContentsPayload {\n        contents {\n          callId\n          input\n          output\n          expiresAt\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliReadCallContentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliAlertRules on AlertRules {\n    muted\n    failureHours\n    failureCount\n    failurePercent\n    endDays\n  }\n"): typeof import('./graphql.ts').CliAlertRulesFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliAlertDetails on AlertDetails {\n    stackName\n    serverId\n    serverName\n    toolId\n    callCount\n    failureCount\n    hours\n    fieldId\n    fieldName\n    problem\n    actorId\n    actorName\n    endpointName\n    toolCount\n    hasInstructions\n    expiresAt\n  }\n"): typeof import('./graphql.ts').CliAlertDetailsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliAlerts($isOpen: Boolean) {\n    alerts(filter: { isOpen: $isOpen }) {\n      id\n      kind\n      title\n      stackId\n      details {\n        ...CliAlertDetails\n      }\n      startedAt\n      endedAt\n      toldAt\n    }\n  }\n"): typeof import('./graphql.ts').CliAlertsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliAlertRules {\n    alertRules {\n      ...CliAlertRules\n    }\n  }\n"): typeof import('./graphql.ts').CliAlertRulesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateAlertRules($input: UpdateAlertRulesInput!) {\n    updateAlertRules(input: $input) {\n      ...CliFailure\n      ... on UpdateAlertRulesPayload {\n        rules {\n          ...CliAlertRules\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateAlertRulesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliApproval on Approval {\n    id\n    state\n    stackId\n    toolId\n    tool {\n      exposedName\n      title\n      description\n      annotations\n      serverId\n    }\n    input\n    rule {\n      id\n      name\n      message\n      condition\n    }\n    callerId\n    caller: callerDetails {\n      kind\n      name\n      endpointId\n      endpointName\n      serviceAccount\n      trustedIssuer\n      person\n    }\n    endUser\n    isForAll\n    isForSession\n    message\n    deciderName\n    decidedAt\n    createdAt\n    expiresAt\n  }\n"): typeof import('./graphql.ts').CliApprovalFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliApprovals($state: ApprovalState, $search: String, $orderBy: ApprovalOrder, $after: String) {\n    approvals(filter: { state: $state, search: $search }, first: 100, after: $after, orderBy: $orderBy) {\n      nodes {\n        ...CliApproval\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliApprovalsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliApprovalById($id: ID!) {\n    approval(id: $id) {\n      ...CliApproval\n    }\n  }\n"): typeof import('./graphql.ts').CliApprovalByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliApproveCall($input: ApproveCallInput!) {\n    approveCall(input: $input) {\n      ...CliFailure\n      ... on ApproveCallPayload {\n        approval {\n          ...CliApproval\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliApproveCallDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDenyCall($input: DenyCallInput!) {\n    denyCall(input: $input) {\n      ...CliFailure\n      ... on DenyCallPayload {\n        approval {\n          ...CliApproval\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDenyCallDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliChatModel {\n    chatModel {\n      api\n      url\n      model\n      keyState\n      updatedAt\n    }\n  }\n"): typeof import('./graphql.ts').CliChatModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateChatModel($input: UpdateChatModelInput!) {\n    updateChatModel(input: $input) {\n      ...CliFailure\n      ... on UpdateChatModelPayload {\n        model {\n          api\n          url\n          model\n          keyState\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateChatModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteChatModel {\n    deleteChatModel {\n      ...CliFailure\n      ... on DeleteChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteChatModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliAskModel($input: AskModelInput!) {\n    askModel(input: $input) {\n      ...CliFailure\n      ... on AskModelPayload {\n        model\n        text\n        isCut\n        inputTokens\n        picks {\n          ref\n          name\n          toolId\n          toolInput\n          inputText\n        }\n        offered {\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliAskModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateConnectLink($input: CreateConnectLinkInput!) {\n    createConnectLink(input: $input) {\n      ...CliFailure\n      ... on CreateConnectLinkPayload {\n        url\n        expiresAt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateConnectLinkDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateCredentialMode($input: UpdateServerCredentialModeInput!) {\n    updateServerCredentialMode(input: $input) {\n      ...CliFailure\n      ... on UpdateServerCredentialModePayload {\n        stackServer {\n          credentialMode\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateCredentialModeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRefreshServerTools($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      ...CliFailure\n      ... on RefreshServerToolsPayload {\n        toolCount\n        isChanged\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRefreshServerToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateServerRefresh($input: UpdateServerRefreshInput!) {\n    updateServerRefresh(input: $input) {\n      ...CliFailure\n      ... on UpdateServerRefreshPayload {\n        server {\n          refresh {\n            when\n            stackId\n            dueAt\n            refreshedAt\n            problem\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateServerRefreshDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliTestConnection($input: TestConnectionInput!) {\n    testConnection(input: $input) {\n      ...CliFailure\n      ... on TestConnectionPayload {\n        outcome\n        message\n        toolId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliTestConnectionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateApplicationSharing($input: UpdateApplicationSharingInput!) {\n    updateApplicationSharing(input: $input) {\n      ...CliFailure\n      ... on UpdateApplicationSharingPayload {\n        isShared\n        stackCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateApplicationSharingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliCredentialProblems {\n    credentialProblems {\n      isComplete\n      nodes {\n        kind\n        stackId\n        stackName\n        serverId\n        fieldId\n        fieldName\n        wanted\n        expiresAt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCredentialProblemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliEndpoint on ClientEndpoint {\n    id\n    clientId\n    stackId\n    name\n    mode\n    mayProgramsWrite\n    createdAt\n  }\n"): typeof import('./graphql.ts').CliEndpointFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliToken on StackToken {\n    id\n    name\n    tools\n    networks\n    callsMax\n    calls\n    revokedNarrowings\n    makerId\n    createdAt\n    expiresAt\n    revokedAt\n    lastUsedAt\n  }\n"): typeof import('./graphql.ts').CliTokenFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliEndpoints($stackId: ID!, $search: String, $after: String) {\n    stack(id: $stackId) {\n      endpoints(first: 100, after: $after, filter: { search: $search }) {\n        nodes {\n          ...CliEndpoint\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliEndpointsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliEndpoint($id: ID!) {\n    clientEndpoint(by: { id: $id }) {\n      ...CliEndpoint\n    }\n  }\n"): typeof import('./graphql.ts').CliEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliTokens($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      tokens(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n        nodes {\n          ...CliToken\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliTokensDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackTokens($stackId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    stack(id: $stackId) {\n      endpoints(first: 20, after: $after) {\n        nodes {\n          id\n          clientId\n          tokens(first: 20, filter: { search: $search, isInForce: $isInForce }) {\n            nodes {\n              ...CliToken\n            }\n            pageInfo {\n              hasNextPage\n              endCursor\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackTokensDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on CreateClientEndpointPayload {\n        token\n        endpoint {\n          ...CliEndpoint\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateEndpoint($input: UpdateClientEndpointInput!) {\n    updateClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on UpdateClientEndpointPayload {\n        endpoint {\n          ...CliEndpoint\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      ...CliFailure\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      ...CliFailure\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRevokeToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      ...CliFailure\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRevokeTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRevokeNarrowing($input: RevokeTokenNarrowingInput!) {\n    revokeTokenNarrowing(input: $input) {\n      ...CliFailure\n      ... on RevokeTokenNarrowingPayload {\n        tokenRecord {\n          ...CliToken\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRevokeNarrowingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliFailure on UserError {\n    code\n    message\n    ... on InvalidInputError {\n      issues {\n        path\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliFailureFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateToolHints($input: UpdateToolHintsInput!) {\n    updateToolHints(input: $input) {\n      ...CliFailure\n      ... on UpdateToolHintsPayload {\n        tool {\n          toolId\n          hints {\n            isReadOnly\n            isDestructive\n            isIdempotent\n            isConfirmed\n            isUsedByRules\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateToolHintsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateServerHintTrust($input: UpdateServerHintTrustInput!) {\n    updateServerHintTrust(input: $input) {\n      ...CliFailure\n      ... on UpdateServerHintTrustPayload {\n        server {\n          id\n          areHintsTrusted\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateServerHintTrustDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliTrustedIssuer on TrustedIssuer {\n    id\n    endpointId\n    name\n    issuer\n    audience\n    jwksUrl\n    claims {\n      name\n      values\n    }\n    endUserClaim\n    endUserPrefix\n    tools\n    networks\n    createdAt\n  }\n"): typeof import('./graphql.ts').CliTrustedIssuerFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliTrustedIssuers($endpointId: ID!, $search: String, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      trustedIssuers(first: 100, after: $after, filter: { search: $search }) {\n        nodes {\n          ...CliTrustedIssuer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliTrustedIssuersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateTrustedIssuer($input: CreateTrustedIssuerInput!) {\n    createTrustedIssuer(input: $input) {\n      ...CliFailure\n      ... on CreateTrustedIssuerPayload {\n        trustedIssuer {\n          ...CliTrustedIssuer\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateTrustedIssuerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteTrustedIssuer($input: DeleteTrustedIssuerInput!) {\n    deleteTrustedIssuer(input: $input) {\n      ...CliFailure\n      ... on DeleteTrustedIssuerPayload {\n        trustedIssuerId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteTrustedIssuerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliJob on Job {\n    id\n    state\n    stackId\n    toolId\n    callerId\n    endUser\n    approvalId\n    createdAt\n    startedAt\n    endedAt\n    expiresAt\n  }\n"): typeof import('./graphql.ts').CliJobFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliStartJob($input: StartJobInput!) {\n    startJob(input: $input) {\n      ...CliFailure\n      ... on StartJobPayload {\n        job {\n          ...CliJob\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStartJobDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliJobs($stackId: ID, $after: String) {\n    jobs(filter: { stackId: $stackId }, first: 100, after: $after) {\n      nodes {\n        ...CliJob\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliJobsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliJobById($id: ID!) {\n    job(id: $id) {\n      ...CliJob\n      progress {\n        progress\n        total\n        message\n      }\n      answer {\n        result\n        headers {\n          name\n          value\n        }\n        failure {\n          code\n          message\n          issues {\n            path\n            message\n          }\n          outcome\n          status\n          retryAfterSeconds\n          isRepeatable\n          upstream {\n            status\n            code\n            problems {\n              field\n              message\n              code\n            }\n            contentType\n            body\n            isTruncated\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliJobByIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CliFollowJob($jobId: ID!) {\n    jobs(jobId: $jobId) {\n      state\n      approvalId\n      endedAt\n      progress {\n        progress\n        total\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliFollowJobDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCancelJob($input: CancelJobInput!) {\n    cancelJob(input: $input) {\n      ...CliFailure\n      ... on CancelJobPayload {\n        job {\n          ...CliJob\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCancelJobDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliApiKey on ApiKey {\n    id\n    name\n    display\n    role\n    scopes\n    stackRoles {\n      stackId\n      role\n    }\n    tools\n    networks\n    callsMax\n    calls\n    makerId\n    createdAt\n    expiresAt\n    revokedAt\n    lastUsedAt\n  }\n"): typeof import('./graphql.ts').CliApiKeyFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliApiKeys($search: String, $isInForce: Boolean, $after: String) {\n    apiKeys(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n      nodes {\n        ...CliApiKey\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliApiKeysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      ...CliFailure\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          ...CliApiKey\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateApiKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      ...CliFailure\n      ... on RevokeApiKeyPayload {\n        apiKey {\n          ...CliApiKey\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRevokeApiKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliPolicyRule on PolicyRule {\n    id\n    name\n    effect\n    stackId\n    endpointId\n    isDefault\n    callers: callerIds\n    endUsers\n    servers\n    tools\n    isReadOnly\n    isDestructive\n    isOpenWorld\n    condition\n    quota {\n      calls\n      bytes\n      per\n      of\n    }\n    message\n    isEnabled\n    createdAt\n  }\n"): typeof import('./graphql.ts').CliPolicyRuleFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliPolicyRules($search: String, $effect: PolicyEffect, $after: String) {\n    policyRules(first: 100, after: $after, filter: { search: $search, effect: $effect }) {\n      nodes {\n        ...CliPolicyRule\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliPolicyRulesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreatePolicyRule($input: CreatePolicyRuleInput!) {\n    createPolicyRule(input: $input) {\n      ...CliFailure\n      ... on CreatePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreatePolicyRuleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdatePolicyRule($input: UpdatePolicyRuleInput!) {\n    updatePolicyRule(input: $input) {\n      ...CliFailure\n      ... on UpdatePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdatePolicyRuleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeletePolicyRule($input: DeletePolicyRuleInput!) {\n    deletePolicyRule(input: $input) {\n      ...CliFailure\n      ... on DeletePolicyRulePayload {\n        rule {\n          ...CliPolicyRule\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeletePolicyRuleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliExplainDecision(\n    $stackId: ID!\n    $toolId: ID!\n    $callerId: ID\n    $narrowed: String\n    $endUser: String\n    $input: JSON\n    $address: String\n    $rule: CreatePolicyRuleInput\n  ) {\n    explainDecision(\n      stackId: $stackId\n      toolId: $toolId\n      callerId: $callerId\n      narrowed: $narrowed\n      endUser: $endUser\n      input: $input\n      address: $address\n      rule: $rule\n    ) {\n      ...CliFailure\n      ... on PolicyExplanation {\n        effect\n        refusal\n        isComplete\n        considered {\n          reason\n          problem\n          isTried\n          rule {\n            id\n            name\n            effect\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliExplainDecisionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliTryPolicyRule($rule: CreatePolicyRuleInput!, $days: Int) {\n    tryPolicyRule(rule: $rule, days: $days) {\n      ...CliFailure\n      ... on PolicyDryRun {\n        since\n        callCount\n        isComplete\n        unrecordedStackCount\n        groups {\n          stackId\n          serverId\n          toolId\n          endpointId\n          callCount\n          isCertain\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliTryPolicyRuleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliToolChange on ToolChange {\n    toolId\n    server {\n      id: slug\n      digest\n    }\n    kind\n    isRefused\n    stackIds\n    beforeDigest\n    afterDigest\n    changedAt\n    changes {\n      kind\n      path\n      what\n    }\n  }\n"): typeof import('./graphql.ts').CliToolChangeFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliInstructionChanges($serverId: ID, $search: String, $after: String) {\n    instructionChanges(filter: { serverId: $serverId, search: $search }, first: 100, after: $after) {\n      nodes {\n        server {\n          id: slug\n          digest\n        }\n        stackId\n        before\n        after\n        isRefused\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliInstructionChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliToolChanges(\n    $serverId: ID\n    $search: String\n    $changeKind: ToolChangeKind\n    $orderBy: ToolChangeOrder\n    $after: String\n  ) {\n    toolChanges(\n      filter: { serverId: $serverId, search: $search, changeKind: $changeKind }\n      first: 100\n      after: $after\n      orderBy: $orderBy\n    ) {\n      nodes {\n        ...CliToolChange\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliToolChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliShowToolChanges($serverId: ID, $after: String) {\n    toolChanges(filter: { serverId: $serverId }, first: 20, after: $after) {\n      nodes {\n        ...CliToolChange\n        before\n        after\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliShowToolChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliAcceptToolChanges($input: AcceptToolChangesInput!) {\n    acceptToolChanges(input: $input) {\n      ...CliFailure\n      ... on AcceptToolChangesPayload {\n        toolIds\n        removedToolIds\n        hasInstructions\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliAcceptToolChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRefuseToolChanges($input: RefuseToolChangesInput!) {\n    refuseToolChanges(input: $input) {\n      ...CliFailure\n      ... on RefuseToolChangesPayload {\n        toolIds\n        hasInstructions\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRefuseToolChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateServerHeldChanges($input: UpdateServerHeldChangesInput!) {\n    updateServerHeldChanges(input: $input) {\n      ...CliFailure\n      ... on UpdateServerHeldChangesPayload {\n        server {\n          heldChanges\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateServerHeldChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateHeldChanges($input: UpdateHeldChangesInput!) {\n    updateHeldChanges(input: $input) {\n      ...CliFailure\n      ... on UpdateHeldChangesPayload {\n        account {\n          heldChanges\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateHeldChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliServiceAccount on ServiceAccount {\n    id\n    endpointId\n    name\n    endUser\n    tools\n    networks\n    hasSecret\n    thumbprints\n    makerId\n    createdAt\n    expiresAt\n    rotatedAt\n  }\n"): typeof import('./graphql.ts').CliServiceAccountFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliServiceAccounts($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {\n    clientEndpoint(by: { id: $endpointId }) {\n      serviceAccounts(first: 100, after: $after, filter: { search: $search, isInForce: $isInForce }) {\n        nodes {\n          ...CliServiceAccount\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliServiceAccountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateServiceAccount($input: CreateServiceAccountInput!) {\n    createServiceAccount(input: $input) {\n      ...CliFailure\n      ... on CreateServiceAccountPayload {\n        serviceAccount {\n          ...CliServiceAccount\n        }\n        secret\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateServiceAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRotateServiceAccount($input: RotateServiceAccountInput!) {\n    rotateServiceAccount(input: $input) {\n      ...CliFailure\n      ... on RotateServiceAccountPayload {\n        serviceAccount {\n          ...CliServiceAccount\n        }\n        secret\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRotateServiceAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRevokeServiceAccount($input: RevokeServiceAccountInput!) {\n    revokeServiceAccount(input: $input) {\n      ...CliFailure\n      ... on RevokeServiceAccountPayload {\n        serviceAccountId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRevokeServiceAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackSkills($stackId: ID!) {\n    stack(id: $stackId) {\n      skills {\n        name\n        description\n        uri\n        digest\n        updatedAt\n        content\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackSkillsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliSetSkill($input: SetSkillInput!) {\n    setSkill(input: $input) {\n      ...CliFailure\n      ... on SetSkillPayload {\n        skill {\n          name\n          description\n          uri\n          digest\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliSetSkillDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteSkill($input: DeleteSkillInput!) {\n    deleteSkill(input: $input) {\n      ...CliFailure\n      ... on DeleteSkillPayload {\n        stackId\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteSkillDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackDocument($stackId: ID!) {\n    stackDocument(stackId: $stackId) {\n      name\n      isRecorded\n      contentDays\n      contentRedactions\n      servers {\n        serverId\n        credentialMode\n        credentialFieldIds\n        tools {\n          toolId\n          name\n          description\n          isPinned\n        }\n      }\n      rules {\n        name\n        effect\n        isDefault\n        callers\n        endUsers\n        servers\n        tools\n        isReadOnly\n        isDestructive\n        isOpenWorld\n        condition\n        quota {\n          calls\n          bytes\n          per\n          of\n        }\n        message\n        needsAnother\n        isEnabled\n      }\n      skills\n    }\n  }\n"): typeof import('./graphql.ts').CliStackDocumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackPlan($stackDocument: StackDocumentInput!) {\n    stackPlan(stackDocument: $stackDocument) {\n      stack {\n        id\n      }\n      digest\n      differences {\n        path\n        before\n        after\n      }\n      missingCredentials {\n        serverId\n        fieldId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackPlanDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliApplyStackDocument($input: ApplyStackDocumentInput!) {\n    applyStackDocument(input: $input) {\n      ...CliFailure\n      ... on ApplyStackDocumentPayload {\n        stack {\n          id\n          name\n        }\n        differences {\n          path\n          before\n          after\n        }\n        missingCredentials {\n          serverId\n          fieldId\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliApplyStackDocumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliCredentialStatus on CredentialStatus {\n    hasAll\n    hasRequired\n    required {\n      fieldId\n      state\n      isMoved\n    }\n    optional {\n      fieldId\n      state\n      isMoved\n    }\n  }\n"): typeof import('./graphql.ts').CliCredentialStatusFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      ...CliFailure\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          lackingToolCount\n          credentialStatus {\n            ...CliCredentialStatus\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliAddServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      ...CliFailure\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateServerToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      ...CliFailure\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRemoveServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      ...CliFailure\n      ... on SetCredentialsPayload {\n        fieldIds\n        notes\n        credentialStatus {\n          ...CliCredentialStatus\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliSetCredentialsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRemoveCredential($input: DeleteCredentialInput!) {\n    deleteCredential(input: $input) {\n      ...CliFailure\n      ... on DeleteCredentialPayload {\n        fieldIds\n        credentialStatus {\n          ...CliCredentialStatus\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRemoveCredentialDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackCredentials($id: ID!, $after: String) {\n    stack(id: $id) {\n      servers(first: 100, after: $after) {\n        nodes {\n          server {\n            id: slug\n            name\n          }\n          credentialStatus {\n            ...CliCredentialStatus\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackCredentialsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackVersions($stackId: ID!, $after: String) {\n    stack(id: $stackId) {\n      versions(first: 100, after: $after) {\n        nodes {\n          id\n          number\n          createdAt\n          action\n          actor {\n            displayName\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackVersionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackVersion($stackId: ID!, $number: Int!) {\n    stack(id: $stackId) {\n      name\n      version(number: $number) {\n        id\n        rollBackPlan {\n          digest\n          differences {\n            path\n            before\n            after\n          }\n          missingCredentials {\n            serverId\n            fieldId\n          }\n          unavailable\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackVersionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackVersionDifferences($stackId: ID!, $number: Int!, $since: Int!) {\n    stack(id: $stackId) {\n      name\n      version(number: $number) {\n        differences(from: $since) {\n          path\n          before\n          after\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackVersionDifferencesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliRollBackStack($input: RollBackStackInput!) {\n    rollBackStack(input: $input) {\n      ...CliFailure\n      ... on RollBackStackPayload {\n        stack {\n          name\n        }\n        differences {\n          path\n          before\n          after\n        }\n        missingCredentials {\n          serverId\n          fieldId\n        }\n        unavailable\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliRollBackStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliStackRow on Stack {\n    id\n    name\n    configuration {\n      isRecorded\n    }\n    createdAt\n    updatedAt\n  }\n"): typeof import('./graphql.ts').CliStackRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStacks(\n    $search: String\n    $needsAttention: Boolean\n    $isRecorded: Boolean\n    $orderBy: StackOrder\n    $after: String\n  ) {\n    stacks(\n      first: 100\n      after: $after\n      filter: {\n        search: $search\n        isWide: true\n        needsAttention: $needsAttention\n        isRecorded: $isRecorded\n      }\n      orderBy: $orderBy\n    ) {\n      nodes {\n        ...CliStackRow\n        servers(first: 20) {\n          totalCount\n          nodes {\n            server {\n              id: slug\n            }\n            toolCount\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackByName($name: String!) {\n    stack(by: { name: $name }) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').CliStackByNameDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackNames($after: String) {\n    stacks(first: 100, after: $after) {\n      nodes {\n        id\n        name\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackNamesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStack($id: ID!) {\n    stack(id: $id) {\n      ...CliStackRow\n      servers(first: 100) {\n        totalCount\n        nodes {\n          server {\n            id: slug\n            name\n          }\n          toolCount\n          lackingToolCount\n          credentialStatus {\n            hasRequired\n            required {\n              fieldId\n              state\n              isMoved\n            }\n            optional {\n              fieldId\n              state\n              isMoved\n            }\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      ...CliFailure\n      ... on CreateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackTemplates {\n    stackTemplates {\n      id\n      name\n      description\n      servers {\n        serverId\n        server {\n          id: slug\n        }\n        toolIds\n      }\n      rules {\n        name\n        effect\n        toolIds\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackTemplatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDuplicateStack($input: DuplicateStackInput!) {\n    duplicateStack(input: $input) {\n      ...CliFailure\n      ... on DuplicateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDuplicateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      ...CliFailure\n      ... on UpdateStackPayload {\n        stack {\n          ...CliStackRow\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      ...CliFailure\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliStackTools($id: ID!, $format: ToolFormat!) {\n    stack(id: $id) {\n      tools(format: $format) {\n        nodes {\n          id: toolId\n          serverId\n          description\n        }\n        definitions\n        warnings {\n          toolId\n          reason\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliStackToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CliToolProgress($progressId: ID!) {\n    toolProgress(progressId: $progressId) {\n      progress\n      total\n      message\n    }\n  }\n"): typeof import('./graphql.ts').CliToolProgressDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      ...CliFailure\n      ... on ToolFailedError {\n        outcome\n        status\n        retryAfterSeconds\n        isRepeatable\n        upstream {\n          status\n          code\n          problems {\n            field\n            message\n            code\n          }\n          contentType\n          body\n          isTruncated\n        }\n      }\n      ... on InvokeToolPayload {\n        result\n        headers {\n          name\n          value\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliInvokeToolDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateCallContents($input: UpdateCallContentsInput!) {\n    updateCallContents(input: $input) {\n      ...CliFailure\n      ... on UpdateCallContentsPayload {\n        stack {\n          id\n          name\n          configuration {\n            contentDays\n            contentRedactions\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateCallContentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteCallContents($input: DeleteCallContentsInput!) {\n    deleteCallContents(input: $input) {\n      ...CliFailure\n      ... on DeleteCallContentsPayload {\n        count\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteCallContentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CliWebhook on Webhook {\n    id\n    name\n    url\n    hasInput\n    events\n    failingSince\n    disabledAt\n    problem\n    createdAt\n  }\n"): typeof import('./graphql.ts').CliWebhookFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliWebhooks {\n    webhooks {\n      ...CliWebhook\n    }\n  }\n"): typeof import('./graphql.ts').CliWebhooksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CliWebhookDeliveries {\n    webhooks {\n      id\n      deliveries {\n        messageId\n        type\n        attempts\n        status\n        error\n        deliveredAt\n        nextAt\n        createdAt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliWebhookDeliveriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliCreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      ...CliFailure\n      ... on CreateWebhookPayload {\n        secret\n        webhook {\n          ...CliWebhook\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliCreateWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliTestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      ...CliFailure\n      ... on TestWebhookPayload {\n        delivery {\n          messageId\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliTestWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliUpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      ...CliFailure\n      ... on UpdateWebhookPayload {\n        webhook {\n          ...CliWebhook\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliUpdateWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CliDeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      ...CliFailure\n      ... on DeleteWebhookPayload {\n        webhookId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CliDeleteWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestCreateClientEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      __typename\n      ... on CreateClientEndpointPayload {\n        endpoint {\n          id\n          clientId\n          name\n        }\n        token\n        tokenRecord {\n          id\n          expiresAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestCreateClientEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestDeleteClientEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      __typename\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestDeleteClientEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestCreateStackToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      __typename\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          id\n          name\n          expiresAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestCreateStackTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestRevokeStackToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      __typename\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          id\n          revokedAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestRevokeStackTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestCreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          id\n          name\n          display\n          scopes\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestCreateApiKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestRevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on RevokeApiKeyPayload {\n        apiKey {\n          id\n          revokedAt\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestRevokeApiKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestPreviewServer($input: PreviewServerInput!) {\n    previewServer(input: $input) {\n      __typename\n      ... on PreviewServerPayload {\n        server {\n          id\n          name\n          description\n          homepage\n          document\n          digest\n          toolCount\n          tools {\n            id\n            name\n            title\n            description\n            inputSchema\n            annotations\n          }\n          credentialFields {\n            id\n            name\n            isRequired\n            isSecret\n            canConnect\n          }\n          needsSignIn\n          refused {\n            name\n            reason\n          }\n          replaces {\n            id: slug\n            name\n            isPrivate\n          }\n          hides {\n            id: slug\n            isPrivate\n          }\n          addedTools\n          removedTools\n          changedTools\n          isChanged\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestPreviewServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestPreviewOperations($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on PreviewOperationsPayload {\n        title\n        totalCount\n        operations {\n          method\n          path\n          operationId\n          name\n          summary\n          tags\n          isDeprecated\n          isReadOnly\n          isDestructive\n          credentials\n          tokens\n          weights {\n            openai\n            anthropic\n            gemini\n            mcp\n          }\n          isProposed\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestPreviewOperationsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TestRegistryServers($search: String, $first: Int, $after: String) {\n    registryServers(search: $search, first: $first, after: $after) {\n      registryUrl\n      endCursor\n      unreadCount\n      nodes {\n        name\n        title\n        description\n        version\n        status\n        updatedAt\n        website\n        repository\n        remotes {\n          type\n          url\n        }\n        packages {\n          registryType\n          identifier\n          version\n          transport\n        }\n        way\n        reason\n        commandLine\n        credentialFields {\n          id\n          name\n          isRequired\n          isSecret\n        }\n        documentUrl\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestRegistryServersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TestRegistryServer($name: String!, $version: String) {\n    registryServer(name: $name, version: $version) {\n      name\n      version\n      documentUrl\n    }\n  }\n"): typeof import('./graphql.ts').TestRegistryServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      __typename\n      ... on SetCredentialsPayload {\n        serverId\n        fieldIds\n        credentialStatus {\n          hasRequired\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestSetCredentialsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestRemoveCredential($input: RemoveCredentialInput!) {\n    removeCredential(input: $input) {\n      __typename\n      ... on RemoveCredentialPayload {\n        fieldIds\n        credentialStatus {\n          hasRequired\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestRemoveCredentialDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestImportServer($input: ImportServerInput!) {\n    importServer(input: $input) {\n      __typename\n      ... on ImportServerPayload {\n        server {\n          id: slug\n          isPrivate\n        }\n        isChanged\n        toolCount\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestImportServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestRemoveServer($input: RemoveServerInput!) {\n    removeServer(input: $input) {\n      __typename\n      ... on RemoveServerPayload {\n        serverId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestRemoveServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestInvokeTool($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      __typename\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ToolFailedError {\n        outcome\n        fieldIds\n        status\n        retryAfterSeconds\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestInvokeToolDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n          configuration {\n            isRecorded\n          }\n          servers {\n            totalCount\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestCreateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestUpdateStack($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ... on UpdateStackPayload {\n        stack {\n          name\n          configuration {\n            isRecorded\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestUpdateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestDeleteStack($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      __typename\n      ... on DeleteStackPayload {\n        stackId\n        name\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestDeleteStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          server {\n            id: slug\n          }\n          tools {\n            nodes {\n              id: toolId\n            }\n          }\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestAddServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestUpdateServerTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      __typename\n      ... on UpdateServerToolsPayload {\n        enabledCount\n        stackServer {\n          toolCount\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestUpdateServerToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestRemoveServerFromStack($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      __typename\n      ... on RemoveServerFromStackPayload {\n        stackId\n        serverId\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestRemoveServerFromStackDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
