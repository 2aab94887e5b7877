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
    "\n  query AccountKeys($search: String, $isInForce: Boolean, $orderBy: ApiKeyOrder, $after: String) {\n    apiKeys(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        id\n        name\n        display\n        role\n        stackRoles {\n          stackId\n          stack {\n            name\n          }\n          role\n        }\n        scopes\n        tools\n        networks\n        callsMax\n        calls\n        maker: makerName\n        createdAt expiresAt revokedAt lastUsedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.AccountKeysDocument,
    "\n  query AccountKeyTotals {\n    apiKeys(first: 1) {\n      totalCount\n    }\n  }\n": typeof types.AccountKeyTotalsDocument,
    "\n  mutation AccountCreateKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.AccountCreateKeyDocument,
    "\n  mutation AccountRevokeKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountRevokeKeyDocument,
    "\n  query AccountLimits {\n    rateLimit {\n      class\n      limit\n      remaining\n      resetAt\n      name\n      howToRaise\n    }\n  }\n": typeof types.AccountLimitsDocument,
    "\n  query AccountPeople($ofAccount: Boolean! = true) {\n    me {\n      id\n      email\n      hasPassword\n    }\n    users @include(if: $ofAccount) {\n      id\n      email\n      role\n      stackRoles {\n        stackId\n        stack {\n          name\n        }\n        role\n      }\n      lastSignInAt\n    }\n    invitations @include(if: $ofAccount) {\n      id\n      role\n      stackRoles {\n        stackId\n        stack {\n          name\n        }\n        role\n      }\n      createdAt\n      expiresAt\n    }\n  }\n": typeof types.AccountPeopleDocument,
    "\n  query AccountSessions {\n    sessions {\n      id\n      userAgent\n      createdAt\n      lastSeenAt\n      isCurrent\n    }\n  }\n": typeof types.AccountSessionsDocument,
    "\n  mutation AccountSignOutEverywhere {\n    signOutEverywhere {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountSignOutEverywhereDocument,
    "\n  mutation AccountRevokeSession($input: RevokeSessionInput!) {\n    revokeSession(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountRevokeSessionDocument,
    "\n  mutation AccountChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.AccountChangePasswordDocument,
    "\n  query AccountPasskeys {\n    signInOptions {\n      canUsePasskeys\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n": typeof types.AccountPasskeysDocument,
    "\n  mutation AccountBeginPasskey($input: BeginPasskeyRegistrationInput!) {\n    beginPasskeyRegistration(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on BeginPasskeyRegistrationPayload {\n        options\n      }\n    }\n  }\n": typeof types.AccountBeginPasskeyDocument,
    "\n  mutation AccountFinishPasskey($input: FinishPasskeyRegistrationInput!) {\n    finishPasskeyRegistration(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.AccountFinishPasskeyDocument,
    "\n  mutation AccountRemovePasskey($input: RevokePasskeyInput!) {\n    revokePasskey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountRemovePasskeyDocument,
    "\n  mutation AccountWithdraw($input: RevokeInvitationInput!) {\n    revokeInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountWithdrawDocument,
    "\n  mutation AccountInvite($input: CreateInvitationInput!) {\n    createInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on CreateInvitationPayload {\n        url\n      }\n    }\n  }\n": typeof types.AccountInviteDocument,
    "\n  mutation AccountUpdateRole($input: UpdateUserRoleInput!) {\n    updateUserRole(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountUpdateRoleDocument,
    "\n  mutation AccountRemoveUser($input: DeleteUserInput!) {\n    deleteUser(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountRemoveUserDocument,
    "\n  mutation AccountSignOutUser($input: SignOutUserInput!) {\n    signOutUser(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AccountSignOutUserDocument,
    "\n  fragment ActivityRow on Call {\n    id\n    at\n    stack {\n      id\n      name\n    }\n    serverId\n    toolId\n    outcome\n    latencyMs\n    inputBytes\n    outputBytes\n    endpoint {\n      name\n    }\n    surface\n    callerKind\n    callerId\n    caller {\n      displayName\n    }\n    endUser\n    requestId\n    traceId\n    decision\n    approvalId\n    upstreamStatus\n    queueMs\n    ownMs\n    upstreamMs\n    error\n    contents\n  }\n": typeof types.ActivityRowFragmentDoc,
    "\n  query ActivityCalls(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $outcome: [CallOutcome!]\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n    $orderBy: CallOrder\n    $first: Int\n    $after: String\n  ) {\n    calls(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        outcome: $outcome\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n      orderBy: $orderBy\n      first: $first\n      after: $after\n    ) {\n      nodes {\n        ...ActivityRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.ActivityCallsDocument,
    "\n  query ActivityCount(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $outcome: [CallOutcome!]\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n  ) {\n    callCount(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        outcome: $outcome\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n    ) {\n      count\n      isExact\n    }\n  }\n": typeof types.ActivityCountDocument,
    "\n  subscription ActivityLive($stackId: ID) {\n    calls(stackId: $stackId) {\n      ...ActivityRow\n    }\n  }\n": typeof types.ActivityLiveDocument,
    "\n  query ActivityStacks {\n    silent: stacks(first: 100, filter: { isRecorded: false }) {\n      totalCount\n      nodes { id name rights configuration { isRecorded } }\n    }\n    recorded: stacks(first: 1, filter: { isRecorded: true }) {\n      totalCount\n    }\n  }\n": typeof types.ActivityStacksDocument,
    "\n  query ActivityStack($id: ID!) {\n    stack(id: $id) { id name rights configuration { isRecorded } }\n  }\n": typeof types.ActivityStackDocument,
    "\n  mutation ActivityRecord($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ... on UpdateStackPayload {\n        stack {\n          id\n        }\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ActivityRecordDocument,
    "\n  query ActivityFigures(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $since: DateTime!\n    $until: DateTime\n    $bucketSeconds: Int!\n  ) {\n    callStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      toolId: $toolId\n      since: $since\n      until: $until\n      bucketSeconds: $bucketSeconds\n    ) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      buckets {\n        start\n        figures {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": typeof types.ActivityFiguresDocument,
    "\n  query ActivityCompared(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $since: DateTime!\n    $until: DateTime\n    $wholeSeconds: Int!\n  ) {\n    callStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      toolId: $toolId\n      since: $since\n      until: $until\n      bucketSeconds: $wholeSeconds\n    ) {\n      before {\n        recordedSince\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": typeof types.ActivityComparedDocument,
    "\n  query ActivityCalled($stackId: ID, $serverId: ID, $since: DateTime!, $until: DateTime, $search: String) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      search: $search\n      orderBy: CALLS\n      first: 50\n    ) {\n      toolId\n      serverId\n    }\n  }\n": typeof types.ActivityCalledDocument,
    "\n  query ActivityTools(\n    $stackId: ID\n    $serverId: ID\n    $since: DateTime!\n    $until: DateTime\n    $orderBy: ToolRanking!\n    $callsMin: Int!\n  ) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      orderBy: $orderBy\n      callsMin: $callsMin\n      first: 10\n    ) {\n      toolId\n      serverId\n      figures {\n        callCount\n        failureCount\n        meanMs\n        p95Ms\n      }\n      mainFailure {\n        outcome\n        callCount\n      }\n    }\n  }\n": typeof types.ActivityToolsDocument,
    "\n  mutation ActivityReadContents($input: ReadCallContentsInput!) {\n    readCallContents(input: $input) {\n      __typename\n      ... on ReadCallContentsPayload {\n        contents {\n          input\n          output\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ActivityReadContentsDocument,
    "\n  query AlertsList {\n    alerts {\n      ...AlertRow\n    }\n  }\n": typeof types.AlertsListDocument,
    "\n  query AlertsBound {\n    viewer {\n      limits {\n        name\n        max\n      }\n    }\n  }\n": typeof types.AlertsBoundDocument,
    "\n  query AlertsRules {\n    alertRules {\n      muted\n      failureHours\n      failureCount\n      failurePercent\n      endDays\n    }\n  }\n": typeof types.AlertsRulesDocument,
    "\n  mutation AlertsUpdateRules($input: UpdateAlertRulesInput!) {\n    updateAlertRules(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.AlertsUpdateRulesDocument,
    "\n  query AlertsMail {\n    alertMail {\n      state\n      address\n    }\n  }\n": typeof types.AlertsMailDocument,
    "\n  mutation AlertsUpdateMail($input: UpdateAlertMailInput!) {\n    updateAlertMail(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on UpdateAlertMailPayload {\n        mail {\n          state\n        }\n      }\n    }\n  }\n": typeof types.AlertsUpdateMailDocument,
    "\n  fragment ApprovalsRow on Approval {\n    id\n    state\n    stack {\n      id\n      name\n    }\n    toolId\n    tool {\n      exposedName\n      title\n      description\n      annotations\n      isConfirmed\n      serverName\n    }\n    input\n    rule {\n      name\n      message\n      stackId\n      callers: callerIds\n      endUsers\n      servers\n      tools\n      isReadOnly\n      isDestructive\n      isOpenWorld\n      condition\n      quota {\n        calls\n        bytes\n        per\n        of\n      }\n    }\n    callerId\n    caller: callerDetails {\n      kind\n      name\n      endpointName\n      serviceAccount\n      trustedIssuer\n      person\n    }\n    endUser\n    isForAll\n    isForSession\n    message\n    deciderId\n    deciderName\n    decidedAt\n    createdAt\n    expiresAt\n  }\n": typeof types.ApprovalsRowFragmentDoc,
    "\n  query ApprovalsList($search: String, $isPending: Boolean, $orderBy: ApprovalOrder, $after: String) {\n    all: approvals(first: 1) {\n      totalCount\n    }\n    waiting: approvals(first: 1, filter: { isPending: true }) {\n      totalCount\n    }\n    approvals(first: 50, after: $after, filter: { search: $search, isPending: $isPending }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...ApprovalsRow\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.ApprovalsListDocument,
    "\n  query ApprovalsOne($id: ID!) {\n    approval(id: $id) {\n      ...ApprovalsRow\n    }\n  }\n": typeof types.ApprovalsOneDocument,
    "\n  mutation ApprovalsApprove($input: ApproveCallInput!) {\n    approveCall(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ApprovalsApproveDocument,
    "\n  mutation ApprovalsDeny($input: DenyCallInput!) {\n    denyCall(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ApprovalsDenyDocument,
    "\n  query ApprovalsWebhooks {\n    webhooks {\n      id\n      name\n      url\n      hasInput\n      events\n      disabledAt\n      problem\n      deliveries {\n        messageId\n        type\n        attempts\n        status\n        error\n        deliveredAt\n        nextAt\n        createdAt\n      }\n    }\n  }\n": typeof types.ApprovalsWebhooksDocument,
    "\n  mutation ApprovalsCreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateWebhookPayload {\n        secret\n      }\n    }\n  }\n": typeof types.ApprovalsCreateWebhookDocument,
    "\n  mutation ApprovalsTestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ApprovalsTestWebhookDocument,
    "\n  mutation ApprovalsUpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ApprovalsUpdateWebhookDocument,
    "\n  mutation ApprovalsDeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ApprovalsDeleteWebhookDocument,
    "\n  fragment AuditRow on AuditEvent {\n    id\n    seq\n    at\n    actorKind\n    actorId\n    actor {\n      ... on User {\n        email\n      }\n      ... on ApiKey {\n        name\n      }\n      ... on StackToken {\n        name\n      }\n    }\n    action\n    summary\n    targetKind\n    targetId\n    stackId\n    stack {\n      name\n    }\n    details\n    requestId\n    hash\n  }\n": typeof types.AuditRowFragmentDoc,
    "\n  query AuditEvents(\n    $search: String\n    $since: DateTime\n    $until: DateTime\n    $orderBy: AuditEventOrder\n    $first: Int\n    $after: String\n  ) {\n    auditEvents(filter: { search: $search, since: $since, until: $until }, orderBy: $orderBy, first: $first, after: $after) {\n      nodes {\n        ...AuditRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.AuditEventsDocument,
    "\n  query AuditCount($search: String, $since: DateTime, $until: DateTime) {\n    auditEventCount(filter: { search: $search, since: $since, until: $until }) {\n      count\n      isExact\n    }\n  }\n": typeof types.AuditCountDocument,
    "\n  subscription AuditLive {\n    auditEvents {\n      ...AuditRow\n    }\n  }\n": typeof types.AuditLiveDocument,
    "\n  query Home {\n    firstSteps {\n      hasOwnServer\n      hasOwnCredential\n      hasConnectedAgent\n      hasAgentCall\n      hasRule\n      stackId\n    }\n  }\n": typeof types.HomeDocument,
    "\n  query HomeLastDay($since: DateTime!, $bucketSeconds: Int!) {\n    callStatistics(since: $since, bucketSeconds: $bucketSeconds) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      before {\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": typeof types.HomeLastDayDocument,
    "\n  query HomeCredentialProblems {\n    credentialProblems {\n      isComplete\n      nodes {\n        kind\n        stackId\n        stackName\n        serverId\n        serverName\n        fieldId\n        wanted\n        expiresAt\n      }\n    }\n  }\n": typeof types.HomeCredentialProblemsDocument,
    "\n  mutation ImportPreview($input: PreviewServerInput!) {\n    previewServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewServerPayload {\n        server {\n          id\n          name\n          description\n          homepage\n          document\n          digest\n          toolCount\n          tools {\n            id\n            name\n            title\n            description\n            inputSchema\n            annotations\n          }\n          credentialFields {\n            id\n            name\n            description\n            isRequired\n            isSecret\n          }\n          needsSignIn\n          refused {\n            name\n            reason\n          }\n          replaces {\n            id: slug\n            name\n          }\n          hides {\n            id: slug\n            name\n          }\n          addedTools\n          removedTools\n          changedTools\n          isChanged\n        }\n      }\n    }\n  }\n": typeof types.ImportPreviewDocument,
    "\n  mutation ImportOperations($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewOperationsPayload {\n        title\n        totalCount\n        marketplaceServer {\n          id: slug\n          name\n          tools {\n            totalCount\n          }\n        }\n        operations {\n          method\n          path\n          operationId\n          name\n          summary\n          tags\n          isDeprecated\n          isReadOnly\n          isDestructive\n          credentials\n          tokens\n          weights {\n            openai\n            anthropic\n            gemini\n            mcp\n          }\n          isProposed\n        }\n      }\n    }\n  }\n": typeof types.ImportOperationsDocument,
    "\n  mutation ImportSave($input: ImportServerInput!) {\n    importServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ImportServerPayload {\n        server {\n          id: slug\n        }\n        heldCount\n      }\n    }\n  }\n": typeof types.ImportSaveDocument,
    "\n  query ImportSaved($id: String!) {\n    server(by: { slug: $id }) {\n      id: slug\n      name\n      isPrivate\n      tools(first: 1) {\n        totalCount\n      }\n    }\n  }\n": typeof types.ImportSavedDocument,
    "\n  mutation ImportSearch($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewOperationsPayload {\n        operations {\n          method\n          path\n        }\n      }\n    }\n  }\n": typeof types.ImportSearchDocument,
    "\n  query InboxApprovals {\n    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: ASC }) {\n      totalCount\n      nodes {\n        ...ApprovalsRow\n      }\n    }\n  }\n": typeof types.InboxApprovalsDocument,
    "\n  query InboxReviews {\n    toolChanges(first: 100) {\n      nodes {\n        toolId\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n    instructionChanges(first: 100) {\n      nodes {\n        stackId\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n  }\n": typeof types.InboxReviewsDocument,
    "\n  query InboxAlerts {\n    alerts(filter: { isOpen: true }) {\n      ...AlertRow\n    }\n  }\n": typeof types.InboxAlertsDocument,
    "\n  fragment JobsRow on Job {\n    id\n    state\n    toolId\n    stack {\n      id\n      name\n      rights\n    }\n    caller {\n      displayName\n    }\n    callerId\n    endUser\n    approvalId\n    progress {\n      progress\n      total\n      message\n    }\n    createdAt\n    endedAt\n  }\n": typeof types.JobsRowFragmentDoc,
    "\n  query JobsList($stackId: ID, $states: [JobState!], $first: Int, $after: String) {\n    jobs(filter: { stackId: $stackId, states: $states }, first: $first, after: $after) {\n      nodes {\n        ...JobsRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": typeof types.JobsListDocument,
    "\n  subscription JobsLive($stackId: ID) {\n    jobs(stackId: $stackId) {\n      ...JobsRow\n    }\n  }\n": typeof types.JobsLiveDocument,
    "\n  query JobsAnswer($id: ID!) {\n    job(id: $id) {\n      answer {\n        result\n        failure {\n          message\n        }\n      }\n    }\n  }\n": typeof types.JobsAnswerDocument,
    "\n  mutation JobsCancel($input: CancelJobInput!) {\n    cancelJob(input: $input) {\n      __typename\n      ... on CancelJobPayload {\n        job {\n          ...JobsRow\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.JobsCancelDocument,
    "\n  query MarketplaceServers(\n    $search: String\n    $category: ServerCategory\n    $isVerified: Boolean\n    $isPrivate: Boolean\n    $takesCredentials: Boolean\n    $needsAttention: Boolean\n    $orderBy: ServerOrder\n    $after: String\n  ) {\n    servers(\n      filter: {\n        search: $search\n        category: $category\n        isVerified: $isVerified\n        isPrivate: $isPrivate\n        takesCredentials: $takesCredentials\n        needsAttention: $needsAttention\n      }\n      orderBy: $orderBy\n      first: 48\n      after: $after\n    ) {\n      totalCount\n      nodes {\n        id: slug\n        name\n        description\n        isVerified\n        isPrivate\n        refresh {\n          problem\n        }\n        tools(first: 1) {\n          totalCount\n        }\n        credentialFields {\n          id: fieldId\n          isRequired\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.MarketplaceServersDocument,
    "\n  query MarketplaceTotals {\n    all: servers(first: 1) {\n      totalCount\n    }\n    failing: servers(first: 1, filter: { needsAttention: true }) {\n      totalCount\n    }\n  }\n": typeof types.MarketplaceTotalsDocument,
    "\n  query MarketplaceHolding($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      stacks(first: 100, after: $after) {\n        nodes {\n          id\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.MarketplaceHoldingDocument,
    "\n  query MarketplaceStack($id: ID!, $after: String) {\n    stack(id: $id) {\n      id\n      name\n      servers(first: 100, after: $after) {\n        nodes {\n          server {\n            id: slug\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.MarketplaceStackDocument,
    "\n  query MarketplaceTools($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.MarketplaceToolsDocument,
    "\n  mutation MarketplaceCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.MarketplaceCreateStackDocument,
    "\n  mutation MarketplaceAdd($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          stack {\n            id\n            name\n          }\n          server {\n            id: slug\n            name\n          }\n          tools(first: 1) {\n            nodes {\n              id: toolId\n            }\n          }\n          toolCount\n          lackingToolCount\n          credentialStatus {\n            hasRequired\n          }\n        }\n      }\n    }\n  }\n": typeof types.MarketplaceAddDocument,
    "\n  query PlaygroundStack($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      configuration {\n        isRecorded\n      }\n      endpoints(first: 1) {\n        nodes {\n          url\n        }\n      }\n      tools {\n        nodes {\n          id: toolId\n          exposedName\n          name\n          title\n          description\n          serverId\n          serverName\n          inputSchema\n        }\n      }\n    }\n  }\n": typeof types.PlaygroundStackDocument,
    "\n  subscription PlaygroundProgress($progressId: ID!) {\n    toolProgress(progressId: $progressId) {\n      progress\n      total\n      message\n    }\n  }\n": typeof types.PlaygroundProgressDocument,
    "\n  mutation PlaygroundInvoke($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      __typename\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on ToolFailedError {\n        message\n        outcome\n        status\n        fieldIds\n        connectUrl\n        retryAfterSeconds\n      }\n      ... on InvalidInputError {\n        code\n        message\n        issues {\n          path\n          message\n        }\n      }\n      ... on NotFoundError {\n        code\n        message\n      }\n      ... on ForbiddenError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.PlaygroundInvokeDocument,
    "\n  query RegistryServers($search: String, $after: String) {\n    registryServers(search: $search, first: 30, after: $after) {\n      registryUrl\n      endCursor\n      unreadCount\n      nodes {\n        name\n        title\n        description\n        version\n        status\n        updatedAt\n        website\n        repository\n        remotes {\n          type\n          url\n        }\n        packages {\n          registryType\n          identifier\n          version\n        }\n        way\n        reason\n        commandLine\n        credentialFields {\n          id\n          name\n          isRequired\n        }\n        documentUrl\n      }\n    }\n  }\n": typeof types.RegistryServersDocument,
    "\n  query ReviewsList($search: String, $changeKind: ToolChangeKind, $orderBy: ToolChangeOrder, $after: String) {\n    all: toolChanges(first: 1) {\n      totalCount\n    }\n    allInstructions: instructionChanges(first: 1) {\n      totalCount\n    }\n    toolChanges(first: 50, after: $after, filter: { search: $search, changeKind: $changeKind }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        toolId\n        server {\n          id: slug\n          name\n          digest\n        }\n        kind\n        isRefused\n        stackIds\n        beforeDigest\n        afterDigest\n        before\n        after\n        changedAt\n        changes {\n          kind\n          path\n          what\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.ReviewsListDocument,
    "\n  query ReviewsInstructions($search: String) {\n    instructionChanges(first: 100, filter: { search: $search }) {\n      totalCount\n      nodes {\n        server {\n          id: slug\n          name\n          digest\n        }\n        stackId\n        before\n        after\n        isRefused\n      }\n    }\n  }\n": typeof types.ReviewsInstructionsDocument,
    "\n  query ReviewsHeldKinds {\n    viewer {\n      account {\n        heldChanges\n      }\n    }\n  }\n": typeof types.ReviewsHeldKindsDocument,
    "\n  mutation ReviewsHold($input: UpdateHeldChangesInput!) {\n    updateHeldChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ReviewsHoldDocument,
    "\n  mutation ReviewsAccept($input: AcceptToolChangesInput!) {\n    acceptToolChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ReviewsAcceptDocument,
    "\n  mutation ReviewsRefuse($input: RefuseToolChangesInput!) {\n    refuseToolChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ReviewsRefuseDocument,
    "\n  query RulesList($search: String, $effect: PolicyEffect, $orderBy: PolicyRuleOrder, $after: String) {\n    all: policyRules(first: 1) {\n      totalCount\n    }\n    policyRules(first: 50, after: $after, filter: { search: $search, effect: $effect }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        id\n        name\n        effect\n        stack {\n          name\n        }\n        endpoint {\n          name\n        }\n        stackId\n        endpointId\n        isDefault\n        callers: callerIds\n        endUsers\n        servers\n        tools\n        isReadOnly\n        isDestructive\n        isOpenWorld\n        condition\n        quota {\n          calls\n          bytes\n          per\n          of\n        }\n        message\n        isEnabled\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.RulesListDocument,
    "\n  query RulesExplain(\n    $stackId: ID!\n    $toolId: ID!\n    $callerId: ID\n    $input: JSON\n    $address: String\n    $rule: CreatePolicyRuleInput\n  ) {\n    explainDecision(\n      stackId: $stackId\n      toolId: $toolId\n      callerId: $callerId\n      input: $input\n      address: $address\n      rule: $rule\n    ) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PolicyExplanation {\n        effect\n        refusal\n        isComplete\n        considered {\n          reason\n          problem\n          isTried\n          rule {\n            id\n            name\n            effect\n          }\n        }\n      }\n    }\n  }\n": typeof types.RulesExplainDocument,
    "\n  query RulesTry($rule: CreatePolicyRuleInput!) {\n    tryPolicyRule(rule: $rule) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PolicyDryRun {\n        since\n        callCount\n        isComplete\n        unrecordedStackCount\n        groups {\n          stackId\n          toolId\n          endpointId\n          callCount\n          isCertain\n        }\n      }\n    }\n  }\n": typeof types.RulesTryDocument,
    "\n  mutation RulesCreate($input: CreatePolicyRuleInput!) {\n    createPolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreatePolicyRulePayload {\n        rule {\n          id\n        }\n      }\n    }\n  }\n": typeof types.RulesCreateDocument,
    "\n  mutation RulesUpdate($input: UpdatePolicyRuleInput!) {\n    updatePolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdatePolicyRulePayload {\n        rule {\n          id\n        }\n      }\n    }\n  }\n": typeof types.RulesUpdateDocument,
    "\n  mutation RulesDelete($input: DeletePolicyRuleInput!) {\n    deletePolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.RulesDeleteDocument,
    "\n  query Server($id: String!) {\n    viewer {\n      account {\n        heldChanges\n      }\n    }\n    server(by: { slug: $id }) {\n      heldChanges\n      areHintsTrusted\n      isMcp\n      id: slug\n      name\n      description\n      category\n      homepage\n      isVerified\n      isPrivate\n      isRefreshable\n      refresh {\n        when\n        stackId\n        dueAt\n        refreshedAt\n        problem\n      }\n      scopes\n      updatedAt\n      credentialFields {\n        id: fieldId\n        name\n        description\n        isRequired\n        toolCount\n        isSecret\n        link\n      }\n    }\n  }\n": typeof types.ServerDocument,
    "\n  mutation ServerHold($input: UpdateServerHeldChangesInput!) {\n    updateServerHeldChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ServerHoldDocument,
    "\n  mutation ServerHints($input: UpdateToolHintsInput!) {\n    updateToolHints(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ServerHintsDocument,
    "\n  mutation ServerHintTrust($input: UpdateServerHintTrustInput!) {\n    updateServerHintTrust(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ServerHintTrustDocument,
    "\n  query ServerTools($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n          annotations\n          method\n          hints {\n            isReadOnly\n            isDestructive\n            isIdempotent\n            isConfirmed\n            isUsedByRules\n          }\n          inputSchema\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.ServerToolsDocument,
    "\n  query ServerDocument($id: String!) {\n    server(by: { slug: $id }) {\n      document\n    }\n  }\n": typeof types.ServerDocumentDocument,
    "\n  mutation ServerRefresh($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on RefreshServerToolsPayload {\n        isChanged\n        toolCount\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n": typeof types.ServerRefreshDocument,
    "\n  mutation ServerSchedule($input: UpdateServerRefreshInput!) {\n    updateServerRefresh(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdateServerRefreshPayload {\n        server {\n          id: slug\n        }\n      }\n    }\n  }\n": typeof types.ServerScheduleDocument,
    "\n  mutation ServerDuplicate($input: DuplicateServerInput!) {\n    duplicateServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on DuplicateServerPayload {\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n  }\n": typeof types.ServerDuplicateDocument,
    "\n  mutation ServerChangeId($input: UpdateServerInput!) {\n    updateServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdateServerPayload {\n        server {\n          id: slug\n        }\n      }\n    }\n  }\n": typeof types.ServerChangeIdDocument,
    "\n  mutation ServerRemove($input: DeleteServerInput!) {\n    deleteServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on DeleteServerPayload {\n        serverId\n      }\n    }\n  }\n": typeof types.ServerRemoveDocument,
    "\n  query SignInOptions {\n    signInOptions {\n      hasUsers\n      canUsePasskeys\n      singleSignOn {\n        label\n        url\n      }\n    }\n  }\n": typeof types.SignInOptionsDocument,
    "\n  mutation SignIn($input: SignInInput!) {\n    signIn(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on SignInPayload {\n        user {\n          id\n        }\n      }\n    }\n  }\n": typeof types.SignInDocument,
    "\n  mutation SignInBeginPasskey {\n    beginPasskeySignIn {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on BeginPasskeySignInPayload {\n        options\n      }\n    }\n  }\n": typeof types.SignInBeginPasskeyDocument,
    "\n  mutation SignInFinishPasskey($input: FinishPasskeySignInInput!) {\n    finishPasskeySignIn(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": typeof types.SignInFinishPasskeyDocument,
    "\n  query StacksChatModel {\n    chatModel {\n      api\n      url\n      model\n      keyState\n    }\n  }\n": typeof types.StacksChatModelDocument,
    "\n  mutation StacksSetModel($input: UpdateChatModelInput!) {\n    updateChatModel(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n": typeof types.StacksSetModelDocument,
    "\n  mutation StacksRemoveModel {\n    deleteChatModel {\n      __typename\n      ...StacksFailure\n      ... on DeleteChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n": typeof types.StacksRemoveModelDocument,
    "\n  mutation StacksAskModel($input: AskModelInput!) {\n    askModel(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on AskModelPayload {\n        model\n        text\n        isCut\n        inputTokens\n        picks {\n          ref\n          name\n          toolId\n          toolInput\n          inputText\n        }\n        offered {\n          name\n          serverId\n        }\n      }\n    }\n  }\n": typeof types.StacksAskModelDocument,
    "\n  fragment StacksToken on StackToken {\n    id\n    name\n    endUser\n    tools\n    networks\n    callsMax\n    calls\n    maker: makerName\n    createdAt\n    expiresAt\n    isRenewed\n    revokedAt\n    revokedAttenuations\n    grantedBy\n    oauthClient\n    lastUsedAt\n  }\n": typeof types.StacksTokenFragmentDoc,
    "\n  fragment StacksEndpoint on ClientEndpoint {\n    id\n    name\n    mode\n    mayProgramsWrite\n    url\n    createdAt\n    tokens(first: 20) {\n      totalCount\n      nodes {\n        ...StacksToken\n      }\n    }\n  }\n": typeof types.StacksEndpointFragmentDoc,
    "\n  query StacksEndpoints($stackId: ID!, $search: String, $orderBy: ClientEndpointOrder, $after: String) {\n    stack(id: $stackId) {\n      all: endpoints(first: 1) {\n        totalCount\n      }\n      endpoints(first: 20, after: $after, filter: { search: $search, isWide: true }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksEndpoint\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StacksEndpointsDocument,
    "\n  query StacksTokens(\n    $endpointId: ID!\n    $search: String\n    $isInForce: Boolean\n    $orderBy: StackTokenOrder\n    $after: String\n  ) {\n    clientEndpoint(by: { id: $endpointId }) {\n      tokens(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksToken\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StacksTokensDocument,
    "\n  mutation StacksCreateEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateClientEndpointPayload {\n        token\n        endpoint {\n          name\n          url\n        }\n      }\n    }\n  }\n": typeof types.StacksCreateEndpointDocument,
    "\n  mutation StacksUpdateEndpoint($input: UpdateClientEndpointInput!) {\n    updateClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateClientEndpointPayload {\n        endpoint {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksUpdateEndpointDocument,
    "\n  mutation StacksDeleteEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n    }\n  }\n": typeof types.StacksDeleteEndpointDocument,
    "\n  mutation StacksCreateToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          name\n        }\n      }\n    }\n  }\n": typeof types.StacksCreateTokenDocument,
    "\n  mutation StacksRevokeToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksRevokeTokenDocument,
    "\n  mutation StacksRevokeAttenuation($input: RevokeTokenAttenuationInput!) {\n    revokeTokenAttenuation(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n": typeof types.StacksRevokeAttenuationDocument,
    "\n  mutation StacksSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on SetCredentialsPayload {\n        fieldIds\n        notes\n      }\n    }\n  }\n": typeof types.StacksSetCredentialsDocument,
    "\n  mutation StacksRemoveCredential($input: DeleteCredentialInput!) {\n    deleteCredential(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteCredentialPayload {\n        fieldIds\n      }\n    }\n  }\n": typeof types.StacksRemoveCredentialDocument,
    "\n  mutation StacksConnectLink($input: CreateConnectLinkInput!) {\n    createConnectLink(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateConnectLinkPayload {\n        url\n        expiresAt\n      }\n    }\n  }\n": typeof types.StacksConnectLinkDocument,
    "\n  mutation StacksSetMode($input: UpdateServerCredentialModeInput!) {\n    updateServerCredentialMode(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateServerCredentialModePayload {\n        stackServer {\n          credentialMode\n        }\n      }\n    }\n  }\n": typeof types.StacksSetModeDocument,
    "\n  mutation StacksTestConnection($input: TestConnectionInput!) {\n    testConnection(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on TestConnectionPayload {\n        outcome\n        message\n        toolId\n        toolIds\n      }\n    }\n  }\n": typeof types.StacksTestConnectionDocument,
    "\n  mutation StacksShareApplication($input: UpdateApplicationSharingInput!) {\n    updateApplicationSharing(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateApplicationSharingPayload {\n        isShared\n        stackCount\n      }\n    }\n  }\n": typeof types.StacksShareApplicationDocument,
    "\n  query StacksList($search: String, $needsAttention: Boolean, $orderBy: StackOrder, $after: String) {\n    stacks(\n      first: 50\n      after: $after\n      filter: { search: $search, isWide: true, needsAttention: $needsAttention }\n      orderBy: $orderBy\n    ) {\n      totalCount\n      nodes {\n        id\n        name\n        rights\n        createdAt\n        lastCalledAt\n        attention\n        servers(first: 40) {\n          totalCount\n          nodes {\n            toolCount\n            server {\n              name\n            }\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.StacksListDocument,
    "\n  query StacksTotals {\n    all: stacks(first: 1) {\n      totalCount\n    }\n    needing: stacks(first: 1, filter: { needsAttention: true }) {\n      totalCount\n    }\n  }\n": typeof types.StacksTotalsDocument,
    "\n  query StacksTemplates {\n    stackTemplates {\n      id\n      name\n      description\n      servers {\n        serverId\n        server {\n          name\n          credentialFields {\n            name\n            isRequired\n          }\n        }\n        toolIds\n      }\n      rules {\n        name\n      }\n    }\n  }\n": typeof types.StacksTemplatesDocument,
    "\n  mutation StacksCreate($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksCreateDocument,
    "\n  fragment StacksMachine on ServiceAccount {\n    id\n    endpoint {\n      id\n      name\n    }\n    name\n    endUser\n    tools\n    networks\n    hasSecret\n    thumbprints\n    createdAt\n    expiresAt\n    rotatedAt\n  }\n": typeof types.StacksMachineFragmentDoc,
    "\n  fragment StacksIssuer on TrustedIssuer {\n    id\n    endpoint {\n      name\n      url\n    }\n    name\n    issuer\n    audience\n    jwksUrl\n    claims {\n      name\n      values\n    }\n    endUserClaim\n    endUserPrefix\n    tools\n    networks\n    createdAt\n  }\n": typeof types.StacksIssuerFragmentDoc,
    "\n  query StacksMachines(\n    $stackId: ID!\n    $search: String\n    $isInForce: Boolean\n    $orderBy: ServiceAccountOrder\n    $after: String\n  ) {\n    stack(id: $stackId) {\n      all: serviceAccounts(first: 1) {\n        totalCount\n      }\n      serviceAccounts(first: 25, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksMachine\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StacksMachinesDocument,
    "\n  query StacksIssuers($stackId: ID!, $search: String, $orderBy: TrustedIssuerOrder, $after: String) {\n    stack(id: $stackId) {\n      all: trustedIssuers(first: 1) {\n        totalCount\n      }\n      trustedIssuers(first: 25, after: $after, filter: { search: $search }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksIssuer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StacksIssuersDocument,
    "\n  query StacksPickEndpoints($stackId: ID!, $search: String) {\n    stack(id: $stackId) {\n      endpoints(first: 50, filter: { search: $search }, orderBy: { field: NAME }) {\n        totalCount\n        nodes {\n          id\n          name\n          url\n        }\n      }\n    }\n  }\n": typeof types.StacksPickEndpointsDocument,
    "\n  mutation StacksCreateMachine($input: CreateServiceAccountInput!) {\n    createServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateServiceAccountPayload {\n        secret\n        serviceAccount {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.StacksCreateMachineDocument,
    "\n  mutation StacksRotateMachine($input: RotateServiceAccountInput!) {\n    rotateServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RotateServiceAccountPayload {\n        secret\n        serviceAccount {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.StacksRotateMachineDocument,
    "\n  mutation StacksRevokeMachine($input: RevokeServiceAccountInput!) {\n    revokeServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n": typeof types.StacksRevokeMachineDocument,
    "\n  mutation StacksTrustIssuer($input: CreateTrustedIssuerInput!) {\n    createTrustedIssuer(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateTrustedIssuerPayload {\n        trustedIssuer {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksTrustIssuerDocument,
    "\n  mutation StacksDeleteIssuer($input: DeleteTrustedIssuerInput!) {\n    deleteTrustedIssuer(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n": typeof types.StacksDeleteIssuerDocument,
    "\n  fragment StacksFailure on UserError {\n    code\n    message\n    ... on InvalidInputError {\n      issues {\n        path\n        message\n      }\n    }\n  }\n": typeof types.StacksFailureFragmentDoc,
    "\n  query StacksHead($stackId: ID!) {\n    stack(id: $stackId) {\n      id\n      name\n      rights\n      createdAt\n      updatedAt\n      configuration {\n        isRecorded\n        contentDays\n        contentRedactions\n      }\n    }\n  }\n": typeof types.StacksHeadDocument,
    "\n  mutation StacksKeepContents($input: UpdateCallContentsInput!) {\n    updateCallContents(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateCallContentsPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksKeepContentsDocument,
    "\n  mutation StacksUpdate($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksUpdateDocument,
    "\n  mutation StacksDuplicate($input: DuplicateStackInput!) {\n    duplicateStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DuplicateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksDuplicateDocument,
    "\n  mutation StacksDelete($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteStackPayload {\n        name\n      }\n    }\n  }\n": typeof types.StacksDeleteDocument,
    "\n  fragment StacksServer on StackServer {\n    credentialMode\n    toolCount\n    lackingToolCount(endUser: $endUser)\n    removedToolIds\n    server {\n      id: slug\n      name\n      description\n      isRefreshable\n      scopes\n      credentialChoices {\n        fieldIds\n        toolCount\n      }\n      credentialFields {\n        id: fieldId\n        name\n        description\n        isRequired\n        toolCount\n        isSecret\n        mayBeEmpty\n        link\n        signIn {\n          redirectUrl\n          providerUrl\n          scopes\n          clientFieldIds\n        }\n      }\n      tools(first: 1) {\n        totalCount\n      }\n    }\n    credentialStatus(endUser: $endUser) {\n      hasRequired\n      required {\n        ...StacksField\n      }\n      optional {\n        ...StacksField\n      }\n    }\n  }\n": typeof types.StacksServerFragmentDoc,
    "\n  fragment StacksField on CredentialFieldStatus {\n    fieldId\n    state\n    canConnect\n    isMoved\n    isShared\n    oauthState\n    expiresAt\n  }\n": typeof types.StacksFieldFragmentDoc,
    "\n  query StacksServers($stackId: ID!, $endUser: String, $after: String) {\n    stack(id: $stackId) {\n      servers(first: 25, after: $after) {\n        totalCount\n        nodes {\n          ...StacksServer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StacksServersDocument,
    "\n  query StacksServerTools($serverId: String!, $after: String) {\n    server(by: { slug: $serverId }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StacksServerToolsDocument,
    "\n  query StacksEnabledTools($stackId: ID!) {\n    stack(id: $stackId) {\n      tools {\n        nodes {\n          id: toolId\n          serverId\n          exposedName\n          description\n          isPinned\n          credentialSets {\n            fieldIds\n          }\n        }\n      }\n    }\n  }\n": typeof types.StacksEnabledToolsDocument,
    "\n  mutation StacksSetTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n    }\n  }\n": typeof types.StacksSetToolsDocument,
    "\n  mutation StacksUpdateTool($input: UpdateStackToolInput!) {\n    updateStackTool(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateStackToolPayload {\n        tool {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksUpdateToolDocument,
    "\n  mutation StacksAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on AddServerToStackPayload {\n        enabledCount\n      }\n    }\n  }\n": typeof types.StacksAddServerDocument,
    "\n  mutation StacksRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n    }\n  }\n": typeof types.StacksRemoveServerDocument,
    "\n  mutation StacksRefreshTools($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RefreshServerToolsPayload {\n        isChanged\n        toolCount\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n": typeof types.StacksRefreshToolsDocument,
    "\n  query StacksPick($search: String, $after: String) {\n    servers(first: 20, filter: { search: $search }, after: $after) {\n      nodes {\n        id: slug\n        name\n        description\n        isPrivate\n        tools(first: 1) {\n          totalCount\n        }\n        credentialFields {\n          id: fieldId\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.StacksPickDocument,
    "\n  fragment StacksSkill on Skill {\n    name\n    description\n    content\n    updatedAt\n  }\n": typeof types.StacksSkillFragmentDoc,
    "\n  query StacksSkills($stackId: ID!) {\n    stack(id: $stackId) {\n      skills {\n        ...StacksSkill\n      }\n    }\n  }\n": typeof types.StacksSkillsDocument,
    "\n  mutation StacksSetSkill($input: SetSkillInput!) {\n    setSkill(input: $input) {\n      __typename\n      ... on SetSkillPayload {\n        skill {\n          name\n        }\n      }\n      ...StacksFailure\n    }\n  }\n": typeof types.StacksSetSkillDocument,
    "\n  mutation StacksDeleteSkill($input: DeleteSkillInput!) {\n    deleteSkill(input: $input) {\n      __typename\n      ... on DeleteSkillPayload {\n        name\n      }\n      ...StacksFailure\n    }\n  }\n": typeof types.StacksDeleteSkillDocument,
    "\n  query StacksUsage($stackId: ID!, $since: DateTime!, $bucketSeconds: Int!) {\n    callStatistics(stackId: $stackId, since: $since, bucketSeconds: $bucketSeconds) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      before {\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n      buckets {\n        start\n        figures {\n          callCount\n          failureCount\n        }\n      }\n      byTool {\n        toolId\n        figures {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": typeof types.StacksUsageDocument,
    "\n  fragment StacksVersion on StackVersion {\n    id\n    number\n    createdAt\n    action\n    actor {\n      displayName\n    }\n  }\n": typeof types.StacksVersionFragmentDoc,
    "\n  fragment StacksDifference on StackDifference {\n    path\n    before\n    after\n  }\n": typeof types.StacksDifferenceFragmentDoc,
    "\n  query StacksVersions($stackId: ID!, $after: String) {\n    stack(id: $stackId) {\n      versions(first: 25, after: $after) {\n        nodes {\n          ...StacksVersion\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StacksVersionsDocument,
    "\n  query StacksVersionDifferences($stackId: ID!, $number: Int!, $from: Int) {\n    stack(id: $stackId) {\n      version(number: $number) {\n        differences(from: $from) {\n          ...StacksDifference\n        }\n      }\n    }\n  }\n": typeof types.StacksVersionDifferencesDocument,
    "\n  query StacksRollBackPlan($stackId: ID!, $number: Int!) {\n    stack(id: $stackId) {\n      version(number: $number) {\n        rollBackPlan {\n          digest\n          differences {\n            ...StacksDifference\n          }\n          missingCredentials {\n            serverId\n            fieldId\n          }\n          unavailable\n        }\n      }\n    }\n  }\n": typeof types.StacksRollBackPlanDocument,
    "\n  mutation StacksRollBack($input: RollBackStackInput!) {\n    rollBackStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RollBackStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": typeof types.StacksRollBackDocument,
    "\n  query InvitedTo($secret: String!) {\n    invitedTo(secret: $secret) {\n      accountName\n    }\n  }\n": typeof types.InvitedToDocument,
    "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) {\n    acceptInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on AcceptInvitationPayload {\n        user {\n          id\n        }\n      }\n    }\n  }\n": typeof types.AcceptInvitationDocument,
    "\n  fragment AlertRow on Alert {\n    id\n    kind\n    title\n    path\n    startedAt\n    endedAt\n  }\n": typeof types.AlertRowFragmentDoc,
    "\n  subscription InboxFollow {\n    inbox {\n      approvalCount\n      reviewCount\n      alertCount\n    }\n  }\n": typeof types.InboxFollowDocument,
    "\n  query InboxNewest {\n    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: DESC }) {\n      nodes {\n        id\n        toolId\n        tool {\n          exposedName\n          serverName\n        }\n        stack {\n          name\n        }\n      }\n    }\n  }\n": typeof types.InboxNewestDocument,
    "\n  query ShellMe {\n    me {\n      email\n    }\n    viewer {\n      role\n      rights\n      rightsSomewhere\n    }\n  }\n": typeof types.ShellMeDocument,
    "\n  mutation ShellSignOut {\n    signOut {\n      __typename\n    }\n  }\n": typeof types.ShellSignOutDocument,
    "\n  query PaletteFound($search: String) {\n    stacks(filter: { search: $search }, first: 6) {\n      nodes {\n        id\n        name\n      }\n    }\n    servers(filter: { search: $search }, first: 6) {\n      nodes {\n        id: slug\n        name\n      }\n    }\n  }\n": typeof types.PaletteFoundDocument,
    "\n  query PaletteTools($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      tools {\n        nodes {\n          id: toolId\n          exposedName\n          title\n          serverName\n        }\n      }\n    }\n  }\n": typeof types.PaletteToolsDocument,
    "\n  fragment PickStack on Stack {\n    id\n    name\n    rights\n  }\n": typeof types.PickStackFragmentDoc,
    "\n  query PickStacks($search: String, $orderBy: StackOrder) {\n    stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...PickStack\n      }\n    }\n  }\n": typeof types.PickStacksDocument,
    "\n  query PickServerStacks($serverId: String!, $search: String, $orderBy: ServerStackOrder) {\n    server(by: { slug: $serverId }) {\n      stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...PickStack\n        }\n      }\n    }\n  }\n": typeof types.PickServerStacksDocument,
    "\n  query PickedStack($id: ID!) {\n    stack(id: $id) {\n      ...PickStack\n    }\n  }\n": typeof types.PickedStackDocument,
};
const documents: Documents = {
    "\n  query AccountKeys($search: String, $isInForce: Boolean, $orderBy: ApiKeyOrder, $after: String) {\n    apiKeys(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        id\n        name\n        display\n        role\n        stackRoles {\n          stackId\n          stack {\n            name\n          }\n          role\n        }\n        scopes\n        tools\n        networks\n        callsMax\n        calls\n        maker: makerName\n        createdAt expiresAt revokedAt lastUsedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.AccountKeysDocument,
    "\n  query AccountKeyTotals {\n    apiKeys(first: 1) {\n      totalCount\n    }\n  }\n": types.AccountKeyTotalsDocument,
    "\n  mutation AccountCreateKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.AccountCreateKeyDocument,
    "\n  mutation AccountRevokeKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountRevokeKeyDocument,
    "\n  query AccountLimits {\n    rateLimit {\n      class\n      limit\n      remaining\n      resetAt\n      name\n      howToRaise\n    }\n  }\n": types.AccountLimitsDocument,
    "\n  query AccountPeople($ofAccount: Boolean! = true) {\n    me {\n      id\n      email\n      hasPassword\n    }\n    users @include(if: $ofAccount) {\n      id\n      email\n      role\n      stackRoles {\n        stackId\n        stack {\n          name\n        }\n        role\n      }\n      lastSignInAt\n    }\n    invitations @include(if: $ofAccount) {\n      id\n      role\n      stackRoles {\n        stackId\n        stack {\n          name\n        }\n        role\n      }\n      createdAt\n      expiresAt\n    }\n  }\n": types.AccountPeopleDocument,
    "\n  query AccountSessions {\n    sessions {\n      id\n      userAgent\n      createdAt\n      lastSeenAt\n      isCurrent\n    }\n  }\n": types.AccountSessionsDocument,
    "\n  mutation AccountSignOutEverywhere {\n    signOutEverywhere {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountSignOutEverywhereDocument,
    "\n  mutation AccountRevokeSession($input: RevokeSessionInput!) {\n    revokeSession(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountRevokeSessionDocument,
    "\n  mutation AccountChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.AccountChangePasswordDocument,
    "\n  query AccountPasskeys {\n    signInOptions {\n      canUsePasskeys\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n": types.AccountPasskeysDocument,
    "\n  mutation AccountBeginPasskey($input: BeginPasskeyRegistrationInput!) {\n    beginPasskeyRegistration(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on BeginPasskeyRegistrationPayload {\n        options\n      }\n    }\n  }\n": types.AccountBeginPasskeyDocument,
    "\n  mutation AccountFinishPasskey($input: FinishPasskeyRegistrationInput!) {\n    finishPasskeyRegistration(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.AccountFinishPasskeyDocument,
    "\n  mutation AccountRemovePasskey($input: RevokePasskeyInput!) {\n    revokePasskey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountRemovePasskeyDocument,
    "\n  mutation AccountWithdraw($input: RevokeInvitationInput!) {\n    revokeInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountWithdrawDocument,
    "\n  mutation AccountInvite($input: CreateInvitationInput!) {\n    createInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on CreateInvitationPayload {\n        url\n      }\n    }\n  }\n": types.AccountInviteDocument,
    "\n  mutation AccountUpdateRole($input: UpdateUserRoleInput!) {\n    updateUserRole(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountUpdateRoleDocument,
    "\n  mutation AccountRemoveUser($input: DeleteUserInput!) {\n    deleteUser(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountRemoveUserDocument,
    "\n  mutation AccountSignOutUser($input: SignOutUserInput!) {\n    signOutUser(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.AccountSignOutUserDocument,
    "\n  fragment ActivityRow on Call {\n    id\n    at\n    stack {\n      id\n      name\n    }\n    serverId\n    toolId\n    outcome\n    latencyMs\n    inputBytes\n    outputBytes\n    endpoint {\n      name\n    }\n    surface\n    callerKind\n    callerId\n    caller {\n      displayName\n    }\n    endUser\n    requestId\n    traceId\n    decision\n    approvalId\n    upstreamStatus\n    queueMs\n    ownMs\n    upstreamMs\n    error\n    contents\n  }\n": types.ActivityRowFragmentDoc,
    "\n  query ActivityCalls(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $outcome: [CallOutcome!]\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n    $orderBy: CallOrder\n    $first: Int\n    $after: String\n  ) {\n    calls(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        outcome: $outcome\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n      orderBy: $orderBy\n      first: $first\n      after: $after\n    ) {\n      nodes {\n        ...ActivityRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.ActivityCallsDocument,
    "\n  query ActivityCount(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $outcome: [CallOutcome!]\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n  ) {\n    callCount(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        outcome: $outcome\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n    ) {\n      count\n      isExact\n    }\n  }\n": types.ActivityCountDocument,
    "\n  subscription ActivityLive($stackId: ID) {\n    calls(stackId: $stackId) {\n      ...ActivityRow\n    }\n  }\n": types.ActivityLiveDocument,
    "\n  query ActivityStacks {\n    silent: stacks(first: 100, filter: { isRecorded: false }) {\n      totalCount\n      nodes { id name rights configuration { isRecorded } }\n    }\n    recorded: stacks(first: 1, filter: { isRecorded: true }) {\n      totalCount\n    }\n  }\n": types.ActivityStacksDocument,
    "\n  query ActivityStack($id: ID!) {\n    stack(id: $id) { id name rights configuration { isRecorded } }\n  }\n": types.ActivityStackDocument,
    "\n  mutation ActivityRecord($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ... on UpdateStackPayload {\n        stack {\n          id\n        }\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ActivityRecordDocument,
    "\n  query ActivityFigures(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $since: DateTime!\n    $until: DateTime\n    $bucketSeconds: Int!\n  ) {\n    callStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      toolId: $toolId\n      since: $since\n      until: $until\n      bucketSeconds: $bucketSeconds\n    ) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      buckets {\n        start\n        figures {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": types.ActivityFiguresDocument,
    "\n  query ActivityCompared(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $since: DateTime!\n    $until: DateTime\n    $wholeSeconds: Int!\n  ) {\n    callStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      toolId: $toolId\n      since: $since\n      until: $until\n      bucketSeconds: $wholeSeconds\n    ) {\n      before {\n        recordedSince\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": types.ActivityComparedDocument,
    "\n  query ActivityCalled($stackId: ID, $serverId: ID, $since: DateTime!, $until: DateTime, $search: String) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      search: $search\n      orderBy: CALLS\n      first: 50\n    ) {\n      toolId\n      serverId\n    }\n  }\n": types.ActivityCalledDocument,
    "\n  query ActivityTools(\n    $stackId: ID\n    $serverId: ID\n    $since: DateTime!\n    $until: DateTime\n    $orderBy: ToolRanking!\n    $callsMin: Int!\n  ) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      orderBy: $orderBy\n      callsMin: $callsMin\n      first: 10\n    ) {\n      toolId\n      serverId\n      figures {\n        callCount\n        failureCount\n        meanMs\n        p95Ms\n      }\n      mainFailure {\n        outcome\n        callCount\n      }\n    }\n  }\n": types.ActivityToolsDocument,
    "\n  mutation ActivityReadContents($input: ReadCallContentsInput!) {\n    readCallContents(input: $input) {\n      __typename\n      ... on ReadCallContentsPayload {\n        contents {\n          input\n          output\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ActivityReadContentsDocument,
    "\n  query AlertsList {\n    alerts {\n      ...AlertRow\n    }\n  }\n": types.AlertsListDocument,
    "\n  query AlertsBound {\n    viewer {\n      limits {\n        name\n        max\n      }\n    }\n  }\n": types.AlertsBoundDocument,
    "\n  query AlertsRules {\n    alertRules {\n      muted\n      failureHours\n      failureCount\n      failurePercent\n      endDays\n    }\n  }\n": types.AlertsRulesDocument,
    "\n  mutation AlertsUpdateRules($input: UpdateAlertRulesInput!) {\n    updateAlertRules(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.AlertsUpdateRulesDocument,
    "\n  query AlertsMail {\n    alertMail {\n      state\n      address\n    }\n  }\n": types.AlertsMailDocument,
    "\n  mutation AlertsUpdateMail($input: UpdateAlertMailInput!) {\n    updateAlertMail(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on UpdateAlertMailPayload {\n        mail {\n          state\n        }\n      }\n    }\n  }\n": types.AlertsUpdateMailDocument,
    "\n  fragment ApprovalsRow on Approval {\n    id\n    state\n    stack {\n      id\n      name\n    }\n    toolId\n    tool {\n      exposedName\n      title\n      description\n      annotations\n      isConfirmed\n      serverName\n    }\n    input\n    rule {\n      name\n      message\n      stackId\n      callers: callerIds\n      endUsers\n      servers\n      tools\n      isReadOnly\n      isDestructive\n      isOpenWorld\n      condition\n      quota {\n        calls\n        bytes\n        per\n        of\n      }\n    }\n    callerId\n    caller: callerDetails {\n      kind\n      name\n      endpointName\n      serviceAccount\n      trustedIssuer\n      person\n    }\n    endUser\n    isForAll\n    isForSession\n    message\n    deciderId\n    deciderName\n    decidedAt\n    createdAt\n    expiresAt\n  }\n": types.ApprovalsRowFragmentDoc,
    "\n  query ApprovalsList($search: String, $isPending: Boolean, $orderBy: ApprovalOrder, $after: String) {\n    all: approvals(first: 1) {\n      totalCount\n    }\n    waiting: approvals(first: 1, filter: { isPending: true }) {\n      totalCount\n    }\n    approvals(first: 50, after: $after, filter: { search: $search, isPending: $isPending }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...ApprovalsRow\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.ApprovalsListDocument,
    "\n  query ApprovalsOne($id: ID!) {\n    approval(id: $id) {\n      ...ApprovalsRow\n    }\n  }\n": types.ApprovalsOneDocument,
    "\n  mutation ApprovalsApprove($input: ApproveCallInput!) {\n    approveCall(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ApprovalsApproveDocument,
    "\n  mutation ApprovalsDeny($input: DenyCallInput!) {\n    denyCall(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ApprovalsDenyDocument,
    "\n  query ApprovalsWebhooks {\n    webhooks {\n      id\n      name\n      url\n      hasInput\n      events\n      disabledAt\n      problem\n      deliveries {\n        messageId\n        type\n        attempts\n        status\n        error\n        deliveredAt\n        nextAt\n        createdAt\n      }\n    }\n  }\n": types.ApprovalsWebhooksDocument,
    "\n  mutation ApprovalsCreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateWebhookPayload {\n        secret\n      }\n    }\n  }\n": types.ApprovalsCreateWebhookDocument,
    "\n  mutation ApprovalsTestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ApprovalsTestWebhookDocument,
    "\n  mutation ApprovalsUpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ApprovalsUpdateWebhookDocument,
    "\n  mutation ApprovalsDeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ApprovalsDeleteWebhookDocument,
    "\n  fragment AuditRow on AuditEvent {\n    id\n    seq\n    at\n    actorKind\n    actorId\n    actor {\n      ... on User {\n        email\n      }\n      ... on ApiKey {\n        name\n      }\n      ... on StackToken {\n        name\n      }\n    }\n    action\n    summary\n    targetKind\n    targetId\n    stackId\n    stack {\n      name\n    }\n    details\n    requestId\n    hash\n  }\n": types.AuditRowFragmentDoc,
    "\n  query AuditEvents(\n    $search: String\n    $since: DateTime\n    $until: DateTime\n    $orderBy: AuditEventOrder\n    $first: Int\n    $after: String\n  ) {\n    auditEvents(filter: { search: $search, since: $since, until: $until }, orderBy: $orderBy, first: $first, after: $after) {\n      nodes {\n        ...AuditRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.AuditEventsDocument,
    "\n  query AuditCount($search: String, $since: DateTime, $until: DateTime) {\n    auditEventCount(filter: { search: $search, since: $since, until: $until }) {\n      count\n      isExact\n    }\n  }\n": types.AuditCountDocument,
    "\n  subscription AuditLive {\n    auditEvents {\n      ...AuditRow\n    }\n  }\n": types.AuditLiveDocument,
    "\n  query Home {\n    firstSteps {\n      hasOwnServer\n      hasOwnCredential\n      hasConnectedAgent\n      hasAgentCall\n      hasRule\n      stackId\n    }\n  }\n": types.HomeDocument,
    "\n  query HomeLastDay($since: DateTime!, $bucketSeconds: Int!) {\n    callStatistics(since: $since, bucketSeconds: $bucketSeconds) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      before {\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": types.HomeLastDayDocument,
    "\n  query HomeCredentialProblems {\n    credentialProblems {\n      isComplete\n      nodes {\n        kind\n        stackId\n        stackName\n        serverId\n        serverName\n        fieldId\n        wanted\n        expiresAt\n      }\n    }\n  }\n": types.HomeCredentialProblemsDocument,
    "\n  mutation ImportPreview($input: PreviewServerInput!) {\n    previewServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewServerPayload {\n        server {\n          id\n          name\n          description\n          homepage\n          document\n          digest\n          toolCount\n          tools {\n            id\n            name\n            title\n            description\n            inputSchema\n            annotations\n          }\n          credentialFields {\n            id\n            name\n            description\n            isRequired\n            isSecret\n          }\n          needsSignIn\n          refused {\n            name\n            reason\n          }\n          replaces {\n            id: slug\n            name\n          }\n          hides {\n            id: slug\n            name\n          }\n          addedTools\n          removedTools\n          changedTools\n          isChanged\n        }\n      }\n    }\n  }\n": types.ImportPreviewDocument,
    "\n  mutation ImportOperations($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewOperationsPayload {\n        title\n        totalCount\n        marketplaceServer {\n          id: slug\n          name\n          tools {\n            totalCount\n          }\n        }\n        operations {\n          method\n          path\n          operationId\n          name\n          summary\n          tags\n          isDeprecated\n          isReadOnly\n          isDestructive\n          credentials\n          tokens\n          weights {\n            openai\n            anthropic\n            gemini\n            mcp\n          }\n          isProposed\n        }\n      }\n    }\n  }\n": types.ImportOperationsDocument,
    "\n  mutation ImportSave($input: ImportServerInput!) {\n    importServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ImportServerPayload {\n        server {\n          id: slug\n        }\n        heldCount\n      }\n    }\n  }\n": types.ImportSaveDocument,
    "\n  query ImportSaved($id: String!) {\n    server(by: { slug: $id }) {\n      id: slug\n      name\n      isPrivate\n      tools(first: 1) {\n        totalCount\n      }\n    }\n  }\n": types.ImportSavedDocument,
    "\n  mutation ImportSearch($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewOperationsPayload {\n        operations {\n          method\n          path\n        }\n      }\n    }\n  }\n": types.ImportSearchDocument,
    "\n  query InboxApprovals {\n    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: ASC }) {\n      totalCount\n      nodes {\n        ...ApprovalsRow\n      }\n    }\n  }\n": types.InboxApprovalsDocument,
    "\n  query InboxReviews {\n    toolChanges(first: 100) {\n      nodes {\n        toolId\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n    instructionChanges(first: 100) {\n      nodes {\n        stackId\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n  }\n": types.InboxReviewsDocument,
    "\n  query InboxAlerts {\n    alerts(filter: { isOpen: true }) {\n      ...AlertRow\n    }\n  }\n": types.InboxAlertsDocument,
    "\n  fragment JobsRow on Job {\n    id\n    state\n    toolId\n    stack {\n      id\n      name\n      rights\n    }\n    caller {\n      displayName\n    }\n    callerId\n    endUser\n    approvalId\n    progress {\n      progress\n      total\n      message\n    }\n    createdAt\n    endedAt\n  }\n": types.JobsRowFragmentDoc,
    "\n  query JobsList($stackId: ID, $states: [JobState!], $first: Int, $after: String) {\n    jobs(filter: { stackId: $stackId, states: $states }, first: $first, after: $after) {\n      nodes {\n        ...JobsRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n": types.JobsListDocument,
    "\n  subscription JobsLive($stackId: ID) {\n    jobs(stackId: $stackId) {\n      ...JobsRow\n    }\n  }\n": types.JobsLiveDocument,
    "\n  query JobsAnswer($id: ID!) {\n    job(id: $id) {\n      answer {\n        result\n        failure {\n          message\n        }\n      }\n    }\n  }\n": types.JobsAnswerDocument,
    "\n  mutation JobsCancel($input: CancelJobInput!) {\n    cancelJob(input: $input) {\n      __typename\n      ... on CancelJobPayload {\n        job {\n          ...JobsRow\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.JobsCancelDocument,
    "\n  query MarketplaceServers(\n    $search: String\n    $category: ServerCategory\n    $isVerified: Boolean\n    $isPrivate: Boolean\n    $takesCredentials: Boolean\n    $needsAttention: Boolean\n    $orderBy: ServerOrder\n    $after: String\n  ) {\n    servers(\n      filter: {\n        search: $search\n        category: $category\n        isVerified: $isVerified\n        isPrivate: $isPrivate\n        takesCredentials: $takesCredentials\n        needsAttention: $needsAttention\n      }\n      orderBy: $orderBy\n      first: 48\n      after: $after\n    ) {\n      totalCount\n      nodes {\n        id: slug\n        name\n        description\n        isVerified\n        isPrivate\n        refresh {\n          problem\n        }\n        tools(first: 1) {\n          totalCount\n        }\n        credentialFields {\n          id: fieldId\n          isRequired\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.MarketplaceServersDocument,
    "\n  query MarketplaceTotals {\n    all: servers(first: 1) {\n      totalCount\n    }\n    failing: servers(first: 1, filter: { needsAttention: true }) {\n      totalCount\n    }\n  }\n": types.MarketplaceTotalsDocument,
    "\n  query MarketplaceHolding($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      stacks(first: 100, after: $after) {\n        nodes {\n          id\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.MarketplaceHoldingDocument,
    "\n  query MarketplaceStack($id: ID!, $after: String) {\n    stack(id: $id) {\n      id\n      name\n      servers(first: 100, after: $after) {\n        nodes {\n          server {\n            id: slug\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.MarketplaceStackDocument,
    "\n  query MarketplaceTools($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.MarketplaceToolsDocument,
    "\n  mutation MarketplaceCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.MarketplaceCreateStackDocument,
    "\n  mutation MarketplaceAdd($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          stack {\n            id\n            name\n          }\n          server {\n            id: slug\n            name\n          }\n          tools(first: 1) {\n            nodes {\n              id: toolId\n            }\n          }\n          toolCount\n          lackingToolCount\n          credentialStatus {\n            hasRequired\n          }\n        }\n      }\n    }\n  }\n": types.MarketplaceAddDocument,
    "\n  query PlaygroundStack($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      configuration {\n        isRecorded\n      }\n      endpoints(first: 1) {\n        nodes {\n          url\n        }\n      }\n      tools {\n        nodes {\n          id: toolId\n          exposedName\n          name\n          title\n          description\n          serverId\n          serverName\n          inputSchema\n        }\n      }\n    }\n  }\n": types.PlaygroundStackDocument,
    "\n  subscription PlaygroundProgress($progressId: ID!) {\n    toolProgress(progressId: $progressId) {\n      progress\n      total\n      message\n    }\n  }\n": types.PlaygroundProgressDocument,
    "\n  mutation PlaygroundInvoke($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      __typename\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on ToolFailedError {\n        message\n        outcome\n        status\n        fieldIds\n        connectUrl\n        retryAfterSeconds\n      }\n      ... on InvalidInputError {\n        code\n        message\n        issues {\n          path\n          message\n        }\n      }\n      ... on NotFoundError {\n        code\n        message\n      }\n      ... on ForbiddenError {\n        code\n        message\n      }\n    }\n  }\n": types.PlaygroundInvokeDocument,
    "\n  query RegistryServers($search: String, $after: String) {\n    registryServers(search: $search, first: 30, after: $after) {\n      registryUrl\n      endCursor\n      unreadCount\n      nodes {\n        name\n        title\n        description\n        version\n        status\n        updatedAt\n        website\n        repository\n        remotes {\n          type\n          url\n        }\n        packages {\n          registryType\n          identifier\n          version\n        }\n        way\n        reason\n        commandLine\n        credentialFields {\n          id\n          name\n          isRequired\n        }\n        documentUrl\n      }\n    }\n  }\n": types.RegistryServersDocument,
    "\n  query ReviewsList($search: String, $changeKind: ToolChangeKind, $orderBy: ToolChangeOrder, $after: String) {\n    all: toolChanges(first: 1) {\n      totalCount\n    }\n    allInstructions: instructionChanges(first: 1) {\n      totalCount\n    }\n    toolChanges(first: 50, after: $after, filter: { search: $search, changeKind: $changeKind }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        toolId\n        server {\n          id: slug\n          name\n          digest\n        }\n        kind\n        isRefused\n        stackIds\n        beforeDigest\n        afterDigest\n        before\n        after\n        changedAt\n        changes {\n          kind\n          path\n          what\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.ReviewsListDocument,
    "\n  query ReviewsInstructions($search: String) {\n    instructionChanges(first: 100, filter: { search: $search }) {\n      totalCount\n      nodes {\n        server {\n          id: slug\n          name\n          digest\n        }\n        stackId\n        before\n        after\n        isRefused\n      }\n    }\n  }\n": types.ReviewsInstructionsDocument,
    "\n  query ReviewsHeldKinds {\n    viewer {\n      account {\n        heldChanges\n      }\n    }\n  }\n": types.ReviewsHeldKindsDocument,
    "\n  mutation ReviewsHold($input: UpdateHeldChangesInput!) {\n    updateHeldChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ReviewsHoldDocument,
    "\n  mutation ReviewsAccept($input: AcceptToolChangesInput!) {\n    acceptToolChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ReviewsAcceptDocument,
    "\n  mutation ReviewsRefuse($input: RefuseToolChangesInput!) {\n    refuseToolChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ReviewsRefuseDocument,
    "\n  query RulesList($search: String, $effect: PolicyEffect, $orderBy: PolicyRuleOrder, $after: String) {\n    all: policyRules(first: 1) {\n      totalCount\n    }\n    policyRules(first: 50, after: $after, filter: { search: $search, effect: $effect }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        id\n        name\n        effect\n        stack {\n          name\n        }\n        endpoint {\n          name\n        }\n        stackId\n        endpointId\n        isDefault\n        callers: callerIds\n        endUsers\n        servers\n        tools\n        isReadOnly\n        isDestructive\n        isOpenWorld\n        condition\n        quota {\n          calls\n          bytes\n          per\n          of\n        }\n        message\n        isEnabled\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.RulesListDocument,
    "\n  query RulesExplain(\n    $stackId: ID!\n    $toolId: ID!\n    $callerId: ID\n    $input: JSON\n    $address: String\n    $rule: CreatePolicyRuleInput\n  ) {\n    explainDecision(\n      stackId: $stackId\n      toolId: $toolId\n      callerId: $callerId\n      input: $input\n      address: $address\n      rule: $rule\n    ) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PolicyExplanation {\n        effect\n        refusal\n        isComplete\n        considered {\n          reason\n          problem\n          isTried\n          rule {\n            id\n            name\n            effect\n          }\n        }\n      }\n    }\n  }\n": types.RulesExplainDocument,
    "\n  query RulesTry($rule: CreatePolicyRuleInput!) {\n    tryPolicyRule(rule: $rule) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PolicyDryRun {\n        since\n        callCount\n        isComplete\n        unrecordedStackCount\n        groups {\n          stackId\n          toolId\n          endpointId\n          callCount\n          isCertain\n        }\n      }\n    }\n  }\n": types.RulesTryDocument,
    "\n  mutation RulesCreate($input: CreatePolicyRuleInput!) {\n    createPolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreatePolicyRulePayload {\n        rule {\n          id\n        }\n      }\n    }\n  }\n": types.RulesCreateDocument,
    "\n  mutation RulesUpdate($input: UpdatePolicyRuleInput!) {\n    updatePolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdatePolicyRulePayload {\n        rule {\n          id\n        }\n      }\n    }\n  }\n": types.RulesUpdateDocument,
    "\n  mutation RulesDelete($input: DeletePolicyRuleInput!) {\n    deletePolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.RulesDeleteDocument,
    "\n  query Server($id: String!) {\n    viewer {\n      account {\n        heldChanges\n      }\n    }\n    server(by: { slug: $id }) {\n      heldChanges\n      areHintsTrusted\n      isMcp\n      id: slug\n      name\n      description\n      category\n      homepage\n      isVerified\n      isPrivate\n      isRefreshable\n      refresh {\n        when\n        stackId\n        dueAt\n        refreshedAt\n        problem\n      }\n      scopes\n      updatedAt\n      credentialFields {\n        id: fieldId\n        name\n        description\n        isRequired\n        toolCount\n        isSecret\n        link\n      }\n    }\n  }\n": types.ServerDocument,
    "\n  mutation ServerHold($input: UpdateServerHeldChangesInput!) {\n    updateServerHeldChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ServerHoldDocument,
    "\n  mutation ServerHints($input: UpdateToolHintsInput!) {\n    updateToolHints(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ServerHintsDocument,
    "\n  mutation ServerHintTrust($input: UpdateServerHintTrustInput!) {\n    updateServerHintTrust(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.ServerHintTrustDocument,
    "\n  query ServerTools($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n          annotations\n          method\n          hints {\n            isReadOnly\n            isDestructive\n            isIdempotent\n            isConfirmed\n            isUsedByRules\n          }\n          inputSchema\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.ServerToolsDocument,
    "\n  query ServerDocument($id: String!) {\n    server(by: { slug: $id }) {\n      document\n    }\n  }\n": types.ServerDocumentDocument,
    "\n  mutation ServerRefresh($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on RefreshServerToolsPayload {\n        isChanged\n        toolCount\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n": types.ServerRefreshDocument,
    "\n  mutation ServerSchedule($input: UpdateServerRefreshInput!) {\n    updateServerRefresh(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdateServerRefreshPayload {\n        server {\n          id: slug\n        }\n      }\n    }\n  }\n": types.ServerScheduleDocument,
    "\n  mutation ServerDuplicate($input: DuplicateServerInput!) {\n    duplicateServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on DuplicateServerPayload {\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n  }\n": types.ServerDuplicateDocument,
    "\n  mutation ServerChangeId($input: UpdateServerInput!) {\n    updateServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdateServerPayload {\n        server {\n          id: slug\n        }\n      }\n    }\n  }\n": types.ServerChangeIdDocument,
    "\n  mutation ServerRemove($input: DeleteServerInput!) {\n    deleteServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on DeleteServerPayload {\n        serverId\n      }\n    }\n  }\n": types.ServerRemoveDocument,
    "\n  query SignInOptions {\n    signInOptions {\n      hasUsers\n      canUsePasskeys\n      singleSignOn {\n        label\n        url\n      }\n    }\n  }\n": types.SignInOptionsDocument,
    "\n  mutation SignIn($input: SignInInput!) {\n    signIn(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on SignInPayload {\n        user {\n          id\n        }\n      }\n    }\n  }\n": types.SignInDocument,
    "\n  mutation SignInBeginPasskey {\n    beginPasskeySignIn {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on BeginPasskeySignInPayload {\n        options\n      }\n    }\n  }\n": types.SignInBeginPasskeyDocument,
    "\n  mutation SignInFinishPasskey($input: FinishPasskeySignInInput!) {\n    finishPasskeySignIn(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n": types.SignInFinishPasskeyDocument,
    "\n  query StacksChatModel {\n    chatModel {\n      api\n      url\n      model\n      keyState\n    }\n  }\n": types.StacksChatModelDocument,
    "\n  mutation StacksSetModel($input: UpdateChatModelInput!) {\n    updateChatModel(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n": types.StacksSetModelDocument,
    "\n  mutation StacksRemoveModel {\n    deleteChatModel {\n      __typename\n      ...StacksFailure\n      ... on DeleteChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n": types.StacksRemoveModelDocument,
    "\n  mutation StacksAskModel($input: AskModelInput!) {\n    askModel(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on AskModelPayload {\n        model\n        text\n        isCut\n        inputTokens\n        picks {\n          ref\n          name\n          toolId\n          toolInput\n          inputText\n        }\n        offered {\n          name\n          serverId\n        }\n      }\n    }\n  }\n": types.StacksAskModelDocument,
    "\n  fragment StacksToken on StackToken {\n    id\n    name\n    endUser\n    tools\n    networks\n    callsMax\n    calls\n    maker: makerName\n    createdAt\n    expiresAt\n    isRenewed\n    revokedAt\n    revokedAttenuations\n    grantedBy\n    oauthClient\n    lastUsedAt\n  }\n": types.StacksTokenFragmentDoc,
    "\n  fragment StacksEndpoint on ClientEndpoint {\n    id\n    name\n    mode\n    mayProgramsWrite\n    url\n    createdAt\n    tokens(first: 20) {\n      totalCount\n      nodes {\n        ...StacksToken\n      }\n    }\n  }\n": types.StacksEndpointFragmentDoc,
    "\n  query StacksEndpoints($stackId: ID!, $search: String, $orderBy: ClientEndpointOrder, $after: String) {\n    stack(id: $stackId) {\n      all: endpoints(first: 1) {\n        totalCount\n      }\n      endpoints(first: 20, after: $after, filter: { search: $search, isWide: true }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksEndpoint\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StacksEndpointsDocument,
    "\n  query StacksTokens(\n    $endpointId: ID!\n    $search: String\n    $isInForce: Boolean\n    $orderBy: StackTokenOrder\n    $after: String\n  ) {\n    clientEndpoint(by: { id: $endpointId }) {\n      tokens(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksToken\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StacksTokensDocument,
    "\n  mutation StacksCreateEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateClientEndpointPayload {\n        token\n        endpoint {\n          name\n          url\n        }\n      }\n    }\n  }\n": types.StacksCreateEndpointDocument,
    "\n  mutation StacksUpdateEndpoint($input: UpdateClientEndpointInput!) {\n    updateClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateClientEndpointPayload {\n        endpoint {\n          id\n        }\n      }\n    }\n  }\n": types.StacksUpdateEndpointDocument,
    "\n  mutation StacksDeleteEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n    }\n  }\n": types.StacksDeleteEndpointDocument,
    "\n  mutation StacksCreateToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          name\n        }\n      }\n    }\n  }\n": types.StacksCreateTokenDocument,
    "\n  mutation StacksRevokeToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          id\n        }\n      }\n    }\n  }\n": types.StacksRevokeTokenDocument,
    "\n  mutation StacksRevokeAttenuation($input: RevokeTokenAttenuationInput!) {\n    revokeTokenAttenuation(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n": types.StacksRevokeAttenuationDocument,
    "\n  mutation StacksSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on SetCredentialsPayload {\n        fieldIds\n        notes\n      }\n    }\n  }\n": types.StacksSetCredentialsDocument,
    "\n  mutation StacksRemoveCredential($input: DeleteCredentialInput!) {\n    deleteCredential(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteCredentialPayload {\n        fieldIds\n      }\n    }\n  }\n": types.StacksRemoveCredentialDocument,
    "\n  mutation StacksConnectLink($input: CreateConnectLinkInput!) {\n    createConnectLink(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateConnectLinkPayload {\n        url\n        expiresAt\n      }\n    }\n  }\n": types.StacksConnectLinkDocument,
    "\n  mutation StacksSetMode($input: UpdateServerCredentialModeInput!) {\n    updateServerCredentialMode(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateServerCredentialModePayload {\n        stackServer {\n          credentialMode\n        }\n      }\n    }\n  }\n": types.StacksSetModeDocument,
    "\n  mutation StacksTestConnection($input: TestConnectionInput!) {\n    testConnection(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on TestConnectionPayload {\n        outcome\n        message\n        toolId\n        toolIds\n      }\n    }\n  }\n": types.StacksTestConnectionDocument,
    "\n  mutation StacksShareApplication($input: UpdateApplicationSharingInput!) {\n    updateApplicationSharing(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateApplicationSharingPayload {\n        isShared\n        stackCount\n      }\n    }\n  }\n": types.StacksShareApplicationDocument,
    "\n  query StacksList($search: String, $needsAttention: Boolean, $orderBy: StackOrder, $after: String) {\n    stacks(\n      first: 50\n      after: $after\n      filter: { search: $search, isWide: true, needsAttention: $needsAttention }\n      orderBy: $orderBy\n    ) {\n      totalCount\n      nodes {\n        id\n        name\n        rights\n        createdAt\n        lastCalledAt\n        attention\n        servers(first: 40) {\n          totalCount\n          nodes {\n            toolCount\n            server {\n              name\n            }\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.StacksListDocument,
    "\n  query StacksTotals {\n    all: stacks(first: 1) {\n      totalCount\n    }\n    needing: stacks(first: 1, filter: { needsAttention: true }) {\n      totalCount\n    }\n  }\n": types.StacksTotalsDocument,
    "\n  query StacksTemplates {\n    stackTemplates {\n      id\n      name\n      description\n      servers {\n        serverId\n        server {\n          name\n          credentialFields {\n            name\n            isRequired\n          }\n        }\n        toolIds\n      }\n      rules {\n        name\n      }\n    }\n  }\n": types.StacksTemplatesDocument,
    "\n  mutation StacksCreate($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": types.StacksCreateDocument,
    "\n  fragment StacksMachine on ServiceAccount {\n    id\n    endpoint {\n      id\n      name\n    }\n    name\n    endUser\n    tools\n    networks\n    hasSecret\n    thumbprints\n    createdAt\n    expiresAt\n    rotatedAt\n  }\n": types.StacksMachineFragmentDoc,
    "\n  fragment StacksIssuer on TrustedIssuer {\n    id\n    endpoint {\n      name\n      url\n    }\n    name\n    issuer\n    audience\n    jwksUrl\n    claims {\n      name\n      values\n    }\n    endUserClaim\n    endUserPrefix\n    tools\n    networks\n    createdAt\n  }\n": types.StacksIssuerFragmentDoc,
    "\n  query StacksMachines(\n    $stackId: ID!\n    $search: String\n    $isInForce: Boolean\n    $orderBy: ServiceAccountOrder\n    $after: String\n  ) {\n    stack(id: $stackId) {\n      all: serviceAccounts(first: 1) {\n        totalCount\n      }\n      serviceAccounts(first: 25, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksMachine\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StacksMachinesDocument,
    "\n  query StacksIssuers($stackId: ID!, $search: String, $orderBy: TrustedIssuerOrder, $after: String) {\n    stack(id: $stackId) {\n      all: trustedIssuers(first: 1) {\n        totalCount\n      }\n      trustedIssuers(first: 25, after: $after, filter: { search: $search }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksIssuer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StacksIssuersDocument,
    "\n  query StacksPickEndpoints($stackId: ID!, $search: String) {\n    stack(id: $stackId) {\n      endpoints(first: 50, filter: { search: $search }, orderBy: { field: NAME }) {\n        totalCount\n        nodes {\n          id\n          name\n          url\n        }\n      }\n    }\n  }\n": types.StacksPickEndpointsDocument,
    "\n  mutation StacksCreateMachine($input: CreateServiceAccountInput!) {\n    createServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateServiceAccountPayload {\n        secret\n        serviceAccount {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.StacksCreateMachineDocument,
    "\n  mutation StacksRotateMachine($input: RotateServiceAccountInput!) {\n    rotateServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RotateServiceAccountPayload {\n        secret\n        serviceAccount {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.StacksRotateMachineDocument,
    "\n  mutation StacksRevokeMachine($input: RevokeServiceAccountInput!) {\n    revokeServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n": types.StacksRevokeMachineDocument,
    "\n  mutation StacksTrustIssuer($input: CreateTrustedIssuerInput!) {\n    createTrustedIssuer(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateTrustedIssuerPayload {\n        trustedIssuer {\n          id\n        }\n      }\n    }\n  }\n": types.StacksTrustIssuerDocument,
    "\n  mutation StacksDeleteIssuer($input: DeleteTrustedIssuerInput!) {\n    deleteTrustedIssuer(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n": types.StacksDeleteIssuerDocument,
    "\n  fragment StacksFailure on UserError {\n    code\n    message\n    ... on InvalidInputError {\n      issues {\n        path\n        message\n      }\n    }\n  }\n": types.StacksFailureFragmentDoc,
    "\n  query StacksHead($stackId: ID!) {\n    stack(id: $stackId) {\n      id\n      name\n      rights\n      createdAt\n      updatedAt\n      configuration {\n        isRecorded\n        contentDays\n        contentRedactions\n      }\n    }\n  }\n": types.StacksHeadDocument,
    "\n  mutation StacksKeepContents($input: UpdateCallContentsInput!) {\n    updateCallContents(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateCallContentsPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": types.StacksKeepContentsDocument,
    "\n  mutation StacksUpdate($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": types.StacksUpdateDocument,
    "\n  mutation StacksDuplicate($input: DuplicateStackInput!) {\n    duplicateStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DuplicateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": types.StacksDuplicateDocument,
    "\n  mutation StacksDelete($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteStackPayload {\n        name\n      }\n    }\n  }\n": types.StacksDeleteDocument,
    "\n  fragment StacksServer on StackServer {\n    credentialMode\n    toolCount\n    lackingToolCount(endUser: $endUser)\n    removedToolIds\n    server {\n      id: slug\n      name\n      description\n      isRefreshable\n      scopes\n      credentialChoices {\n        fieldIds\n        toolCount\n      }\n      credentialFields {\n        id: fieldId\n        name\n        description\n        isRequired\n        toolCount\n        isSecret\n        mayBeEmpty\n        link\n        signIn {\n          redirectUrl\n          providerUrl\n          scopes\n          clientFieldIds\n        }\n      }\n      tools(first: 1) {\n        totalCount\n      }\n    }\n    credentialStatus(endUser: $endUser) {\n      hasRequired\n      required {\n        ...StacksField\n      }\n      optional {\n        ...StacksField\n      }\n    }\n  }\n": types.StacksServerFragmentDoc,
    "\n  fragment StacksField on CredentialFieldStatus {\n    fieldId\n    state\n    canConnect\n    isMoved\n    isShared\n    oauthState\n    expiresAt\n  }\n": types.StacksFieldFragmentDoc,
    "\n  query StacksServers($stackId: ID!, $endUser: String, $after: String) {\n    stack(id: $stackId) {\n      servers(first: 25, after: $after) {\n        totalCount\n        nodes {\n          ...StacksServer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StacksServersDocument,
    "\n  query StacksServerTools($serverId: String!, $after: String) {\n    server(by: { slug: $serverId }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StacksServerToolsDocument,
    "\n  query StacksEnabledTools($stackId: ID!) {\n    stack(id: $stackId) {\n      tools {\n        nodes {\n          id: toolId\n          serverId\n          exposedName\n          description\n          isPinned\n          credentialSets {\n            fieldIds\n          }\n        }\n      }\n    }\n  }\n": types.StacksEnabledToolsDocument,
    "\n  mutation StacksSetTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n    }\n  }\n": types.StacksSetToolsDocument,
    "\n  mutation StacksUpdateTool($input: UpdateStackToolInput!) {\n    updateStackTool(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateStackToolPayload {\n        tool {\n          id\n        }\n      }\n    }\n  }\n": types.StacksUpdateToolDocument,
    "\n  mutation StacksAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on AddServerToStackPayload {\n        enabledCount\n      }\n    }\n  }\n": types.StacksAddServerDocument,
    "\n  mutation StacksRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n    }\n  }\n": types.StacksRemoveServerDocument,
    "\n  mutation StacksRefreshTools($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RefreshServerToolsPayload {\n        isChanged\n        toolCount\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n": types.StacksRefreshToolsDocument,
    "\n  query StacksPick($search: String, $after: String) {\n    servers(first: 20, filter: { search: $search }, after: $after) {\n      nodes {\n        id: slug\n        name\n        description\n        isPrivate\n        tools(first: 1) {\n          totalCount\n        }\n        credentialFields {\n          id: fieldId\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.StacksPickDocument,
    "\n  fragment StacksSkill on Skill {\n    name\n    description\n    content\n    updatedAt\n  }\n": types.StacksSkillFragmentDoc,
    "\n  query StacksSkills($stackId: ID!) {\n    stack(id: $stackId) {\n      skills {\n        ...StacksSkill\n      }\n    }\n  }\n": types.StacksSkillsDocument,
    "\n  mutation StacksSetSkill($input: SetSkillInput!) {\n    setSkill(input: $input) {\n      __typename\n      ... on SetSkillPayload {\n        skill {\n          name\n        }\n      }\n      ...StacksFailure\n    }\n  }\n": types.StacksSetSkillDocument,
    "\n  mutation StacksDeleteSkill($input: DeleteSkillInput!) {\n    deleteSkill(input: $input) {\n      __typename\n      ... on DeleteSkillPayload {\n        name\n      }\n      ...StacksFailure\n    }\n  }\n": types.StacksDeleteSkillDocument,
    "\n  query StacksUsage($stackId: ID!, $since: DateTime!, $bucketSeconds: Int!) {\n    callStatistics(stackId: $stackId, since: $since, bucketSeconds: $bucketSeconds) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      before {\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n      buckets {\n        start\n        figures {\n          callCount\n          failureCount\n        }\n      }\n      byTool {\n        toolId\n        figures {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n": types.StacksUsageDocument,
    "\n  fragment StacksVersion on StackVersion {\n    id\n    number\n    createdAt\n    action\n    actor {\n      displayName\n    }\n  }\n": types.StacksVersionFragmentDoc,
    "\n  fragment StacksDifference on StackDifference {\n    path\n    before\n    after\n  }\n": types.StacksDifferenceFragmentDoc,
    "\n  query StacksVersions($stackId: ID!, $after: String) {\n    stack(id: $stackId) {\n      versions(first: 25, after: $after) {\n        nodes {\n          ...StacksVersion\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StacksVersionsDocument,
    "\n  query StacksVersionDifferences($stackId: ID!, $number: Int!, $from: Int) {\n    stack(id: $stackId) {\n      version(number: $number) {\n        differences(from: $from) {\n          ...StacksDifference\n        }\n      }\n    }\n  }\n": types.StacksVersionDifferencesDocument,
    "\n  query StacksRollBackPlan($stackId: ID!, $number: Int!) {\n    stack(id: $stackId) {\n      version(number: $number) {\n        rollBackPlan {\n          digest\n          differences {\n            ...StacksDifference\n          }\n          missingCredentials {\n            serverId\n            fieldId\n          }\n          unavailable\n        }\n      }\n    }\n  }\n": types.StacksRollBackPlanDocument,
    "\n  mutation StacksRollBack($input: RollBackStackInput!) {\n    rollBackStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RollBackStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n": types.StacksRollBackDocument,
    "\n  query InvitedTo($secret: String!) {\n    invitedTo(secret: $secret) {\n      accountName\n    }\n  }\n": types.InvitedToDocument,
    "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) {\n    acceptInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on AcceptInvitationPayload {\n        user {\n          id\n        }\n      }\n    }\n  }\n": types.AcceptInvitationDocument,
    "\n  fragment AlertRow on Alert {\n    id\n    kind\n    title\n    path\n    startedAt\n    endedAt\n  }\n": types.AlertRowFragmentDoc,
    "\n  subscription InboxFollow {\n    inbox {\n      approvalCount\n      reviewCount\n      alertCount\n    }\n  }\n": types.InboxFollowDocument,
    "\n  query InboxNewest {\n    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: DESC }) {\n      nodes {\n        id\n        toolId\n        tool {\n          exposedName\n          serverName\n        }\n        stack {\n          name\n        }\n      }\n    }\n  }\n": types.InboxNewestDocument,
    "\n  query ShellMe {\n    me {\n      email\n    }\n    viewer {\n      role\n      rights\n      rightsSomewhere\n    }\n  }\n": types.ShellMeDocument,
    "\n  mutation ShellSignOut {\n    signOut {\n      __typename\n    }\n  }\n": types.ShellSignOutDocument,
    "\n  query PaletteFound($search: String) {\n    stacks(filter: { search: $search }, first: 6) {\n      nodes {\n        id\n        name\n      }\n    }\n    servers(filter: { search: $search }, first: 6) {\n      nodes {\n        id: slug\n        name\n      }\n    }\n  }\n": types.PaletteFoundDocument,
    "\n  query PaletteTools($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      tools {\n        nodes {\n          id: toolId\n          exposedName\n          title\n          serverName\n        }\n      }\n    }\n  }\n": types.PaletteToolsDocument,
    "\n  fragment PickStack on Stack {\n    id\n    name\n    rights\n  }\n": types.PickStackFragmentDoc,
    "\n  query PickStacks($search: String, $orderBy: StackOrder) {\n    stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...PickStack\n      }\n    }\n  }\n": types.PickStacksDocument,
    "\n  query PickServerStacks($serverId: String!, $search: String, $orderBy: ServerStackOrder) {\n    server(by: { slug: $serverId }) {\n      stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...PickStack\n        }\n      }\n    }\n  }\n": types.PickServerStacksDocument,
    "\n  query PickedStack($id: ID!) {\n    stack(id: $id) {\n      ...PickStack\n    }\n  }\n": types.PickedStackDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccountKeys($search: String, $isInForce: Boolean, $orderBy: ApiKeyOrder, $after: String) {\n    apiKeys(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        id\n        name\n        display\n        role\n        stackRoles {\n          stackId\n          stack {\n            name\n          }\n          role\n        }\n        scopes\n        tools\n        networks\n        callsMax\n        calls\n        maker: makerName\n        createdAt expiresAt revokedAt lastUsedAt\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountKeysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccountKeyTotals {\n    apiKeys(first: 1) {\n      totalCount\n    }\n  }\n"): typeof import('./graphql.ts').AccountKeyTotalsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountCreateKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateApiKeyPayload {\n        key\n        apiKey {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountCreateKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountRevokeKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountRevokeKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccountLimits {\n    rateLimit {\n      class\n      limit\n      remaining\n      resetAt\n      name\n      howToRaise\n    }\n  }\n"): typeof import('./graphql.ts').AccountLimitsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccountPeople($ofAccount: Boolean! = true) {\n    me {\n      id\n      email\n      hasPassword\n    }\n    users @include(if: $ofAccount) {\n      id\n      email\n      role\n      stackRoles {\n        stackId\n        stack {\n          name\n        }\n        role\n      }\n      lastSignInAt\n    }\n    invitations @include(if: $ofAccount) {\n      id\n      role\n      stackRoles {\n        stackId\n        stack {\n          name\n        }\n        role\n      }\n      createdAt\n      expiresAt\n    }\n  }\n"): typeof import('./graphql.ts').AccountPeopleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccountSessions {\n    sessions {\n      id\n      userAgent\n      createdAt\n      lastSeenAt\n      isCurrent\n    }\n  }\n"): typeof import('./graphql.ts').AccountSessionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountSignOutEverywhere {\n    signOutEverywhere {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountSignOutEverywhereDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountRevokeSession($input: RevokeSessionInput!) {\n    revokeSession(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountRevokeSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountChangePasswordDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccountPasskeys {\n    signInOptions {\n      canUsePasskeys\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n"): typeof import('./graphql.ts').AccountPasskeysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountBeginPasskey($input: BeginPasskeyRegistrationInput!) {\n    beginPasskeyRegistration(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on BeginPasskeyRegistrationPayload {\n        options\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountBeginPasskeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountFinishPasskey($input: FinishPasskeyRegistrationInput!) {\n    finishPasskeyRegistration(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountFinishPasskeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountRemovePasskey($input: RevokePasskeyInput!) {\n    revokePasskey(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountRemovePasskeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountWithdraw($input: RevokeInvitationInput!) {\n    revokeInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountWithdrawDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountInvite($input: CreateInvitationInput!) {\n    createInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on CreateInvitationPayload {\n        url\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountInviteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountUpdateRole($input: UpdateUserRoleInput!) {\n    updateUserRole(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountUpdateRoleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountRemoveUser($input: DeleteUserInput!) {\n    deleteUser(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountRemoveUserDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AccountSignOutUser($input: SignOutUserInput!) {\n    signOutUser(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AccountSignOutUserDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ActivityRow on Call {\n    id\n    at\n    stack {\n      id\n      name\n    }\n    serverId\n    toolId\n    outcome\n    latencyMs\n    inputBytes\n    outputBytes\n    endpoint {\n      name\n    }\n    surface\n    callerKind\n    callerId\n    caller {\n      displayName\n    }\n    endUser\n    requestId\n    traceId\n    decision\n    approvalId\n    upstreamStatus\n    queueMs\n    ownMs\n    upstreamMs\n    error\n    contents\n  }\n"): typeof import('./graphql.ts').ActivityRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityCalls(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $outcome: [CallOutcome!]\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n    $orderBy: CallOrder\n    $first: Int\n    $after: String\n  ) {\n    calls(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        outcome: $outcome\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n      orderBy: $orderBy\n      first: $first\n      after: $after\n    ) {\n      nodes {\n        ...ActivityRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ActivityCallsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityCount(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $outcome: [CallOutcome!]\n    $isFailure: Boolean\n    $since: DateTime\n    $until: DateTime\n  ) {\n    callCount(\n      filter: {\n        stackId: $stackId\n        serverId: $serverId\n        toolId: $toolId\n        outcome: $outcome\n        isFailure: $isFailure\n        since: $since\n        until: $until\n      }\n    ) {\n      count\n      isExact\n    }\n  }\n"): typeof import('./graphql.ts').ActivityCountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ActivityLive($stackId: ID) {\n    calls(stackId: $stackId) {\n      ...ActivityRow\n    }\n  }\n"): typeof import('./graphql.ts').ActivityLiveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityStacks {\n    silent: stacks(first: 100, filter: { isRecorded: false }) {\n      totalCount\n      nodes { id name rights configuration { isRecorded } }\n    }\n    recorded: stacks(first: 1, filter: { isRecorded: true }) {\n      totalCount\n    }\n  }\n"): typeof import('./graphql.ts').ActivityStacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityStack($id: ID!) {\n    stack(id: $id) { id name rights configuration { isRecorded } }\n  }\n"): typeof import('./graphql.ts').ActivityStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ActivityRecord($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ... on UpdateStackPayload {\n        stack {\n          id\n        }\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ActivityRecordDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityFigures(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $since: DateTime!\n    $until: DateTime\n    $bucketSeconds: Int!\n  ) {\n    callStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      toolId: $toolId\n      since: $since\n      until: $until\n      bucketSeconds: $bucketSeconds\n    ) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      buckets {\n        start\n        figures {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ActivityFiguresDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityCompared(\n    $stackId: ID\n    $serverId: ID\n    $toolId: ID\n    $since: DateTime!\n    $until: DateTime\n    $wholeSeconds: Int!\n  ) {\n    callStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      toolId: $toolId\n      since: $since\n      until: $until\n      bucketSeconds: $wholeSeconds\n    ) {\n      before {\n        recordedSince\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ActivityComparedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityCalled($stackId: ID, $serverId: ID, $since: DateTime!, $until: DateTime, $search: String) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      search: $search\n      orderBy: CALLS\n      first: 50\n    ) {\n      toolId\n      serverId\n    }\n  }\n"): typeof import('./graphql.ts').ActivityCalledDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ActivityTools(\n    $stackId: ID\n    $serverId: ID\n    $since: DateTime!\n    $until: DateTime\n    $orderBy: ToolRanking!\n    $callsMin: Int!\n  ) {\n    toolStatistics(\n      stackId: $stackId\n      serverId: $serverId\n      since: $since\n      until: $until\n      orderBy: $orderBy\n      callsMin: $callsMin\n      first: 10\n    ) {\n      toolId\n      serverId\n      figures {\n        callCount\n        failureCount\n        meanMs\n        p95Ms\n      }\n      mainFailure {\n        outcome\n        callCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ActivityToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ActivityReadContents($input: ReadCallContentsInput!) {\n    readCallContents(input: $input) {\n      __typename\n      ... on ReadCallContentsPayload {\n        contents {\n          input\n          output\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ActivityReadContentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AlertsList {\n    alerts {\n      ...AlertRow\n    }\n  }\n"): typeof import('./graphql.ts').AlertsListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AlertsBound {\n    viewer {\n      limits {\n        name\n        max\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AlertsBoundDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AlertsRules {\n    alertRules {\n      muted\n      failureHours\n      failureCount\n      failurePercent\n      endDays\n    }\n  }\n"): typeof import('./graphql.ts').AlertsRulesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AlertsUpdateRules($input: UpdateAlertRulesInput!) {\n    updateAlertRules(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AlertsUpdateRulesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AlertsMail {\n    alertMail {\n      state\n      address\n    }\n  }\n"): typeof import('./graphql.ts').AlertsMailDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AlertsUpdateMail($input: UpdateAlertMailInput!) {\n    updateAlertMail(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on UpdateAlertMailPayload {\n        mail {\n          state\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AlertsUpdateMailDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ApprovalsRow on Approval {\n    id\n    state\n    stack {\n      id\n      name\n    }\n    toolId\n    tool {\n      exposedName\n      title\n      description\n      annotations\n      isConfirmed\n      serverName\n    }\n    input\n    rule {\n      name\n      message\n      stackId\n      callers: callerIds\n      endUsers\n      servers\n      tools\n      isReadOnly\n      isDestructive\n      isOpenWorld\n      condition\n      quota {\n        calls\n        bytes\n        per\n        of\n      }\n    }\n    callerId\n    caller: callerDetails {\n      kind\n      name\n      endpointName\n      serviceAccount\n      trustedIssuer\n      person\n    }\n    endUser\n    isForAll\n    isForSession\n    message\n    deciderId\n    deciderName\n    decidedAt\n    createdAt\n    expiresAt\n  }\n"): typeof import('./graphql.ts').ApprovalsRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApprovalsList($search: String, $isPending: Boolean, $orderBy: ApprovalOrder, $after: String) {\n    all: approvals(first: 1) {\n      totalCount\n    }\n    waiting: approvals(first: 1, filter: { isPending: true }) {\n      totalCount\n    }\n    approvals(first: 50, after: $after, filter: { search: $search, isPending: $isPending }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...ApprovalsRow\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApprovalsOne($id: ID!) {\n    approval(id: $id) {\n      ...ApprovalsRow\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsOneDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApprovalsApprove($input: ApproveCallInput!) {\n    approveCall(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsApproveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApprovalsDeny($input: DenyCallInput!) {\n    denyCall(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsDenyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApprovalsWebhooks {\n    webhooks {\n      id\n      name\n      url\n      hasInput\n      events\n      disabledAt\n      problem\n      deliveries {\n        messageId\n        type\n        attempts\n        status\n        error\n        deliveredAt\n        nextAt\n        createdAt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsWebhooksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApprovalsCreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateWebhookPayload {\n        secret\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsCreateWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApprovalsTestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsTestWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApprovalsUpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsUpdateWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApprovalsDeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApprovalsDeleteWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AuditRow on AuditEvent {\n    id\n    seq\n    at\n    actorKind\n    actorId\n    actor {\n      ... on User {\n        email\n      }\n      ... on ApiKey {\n        name\n      }\n      ... on StackToken {\n        name\n      }\n    }\n    action\n    summary\n    targetKind\n    targetId\n    stackId\n    stack {\n      name\n    }\n    details\n    requestId\n    hash\n  }\n"): typeof import('./graphql.ts').AuditRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AuditEvents(\n    $search: String\n    $since: DateTime\n    $until: DateTime\n    $orderBy: AuditEventOrder\n    $first: Int\n    $after: String\n  ) {\n    auditEvents(filter: { search: $search, since: $since, until: $until }, orderBy: $orderBy, first: $first, after: $after) {\n      nodes {\n        ...AuditRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AuditEventsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AuditCount($search: String, $since: DateTime, $until: DateTime) {\n    auditEventCount(filter: { search: $search, since: $since, until: $until }) {\n      count\n      isExact\n    }\n  }\n"): typeof import('./graphql.ts').AuditCountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription AuditLive {\n    auditEvents {\n      ...AuditRow\n    }\n  }\n"): typeof import('./graphql.ts').AuditLiveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Home {\n    firstSteps {\n      hasOwnServer\n      hasOwnCredential\n      hasConnectedAgent\n      hasAgentCall\n      hasRule\n      stackId\n    }\n  }\n"): typeof import('./graphql.ts').HomeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query HomeLastDay($since: DateTime!, $bucketSeconds: Int!) {\n    callStatistics(since: $since, bucketSeconds: $bucketSeconds) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      before {\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').HomeLastDayDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query HomeCredentialProblems {\n    credentialProblems {\n      isComplete\n      nodes {\n        kind\n        stackId\n        stackName\n        serverId\n        serverName\n        fieldId\n        wanted\n        expiresAt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').HomeCredentialProblemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportPreview($input: PreviewServerInput!) {\n    previewServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewServerPayload {\n        server {\n          id\n          name\n          description\n          homepage\n          document\n          digest\n          toolCount\n          tools {\n            id\n            name\n            title\n            description\n            inputSchema\n            annotations\n          }\n          credentialFields {\n            id\n            name\n            description\n            isRequired\n            isSecret\n          }\n          needsSignIn\n          refused {\n            name\n            reason\n          }\n          replaces {\n            id: slug\n            name\n          }\n          hides {\n            id: slug\n            name\n          }\n          addedTools\n          removedTools\n          changedTools\n          isChanged\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImportPreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportOperations($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewOperationsPayload {\n        title\n        totalCount\n        marketplaceServer {\n          id: slug\n          name\n          tools {\n            totalCount\n          }\n        }\n        operations {\n          method\n          path\n          operationId\n          name\n          summary\n          tags\n          isDeprecated\n          isReadOnly\n          isDestructive\n          credentials\n          tokens\n          weights {\n            openai\n            anthropic\n            gemini\n            mcp\n          }\n          isProposed\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImportOperationsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportSave($input: ImportServerInput!) {\n    importServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on ImportServerPayload {\n        server {\n          id: slug\n        }\n        heldCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImportSaveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ImportSaved($id: String!) {\n    server(by: { slug: $id }) {\n      id: slug\n      name\n      isPrivate\n      tools(first: 1) {\n        totalCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImportSavedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportSearch($input: PreviewOperationsInput!) {\n    previewOperations(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PreviewOperationsPayload {\n        operations {\n          method\n          path\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImportSearchDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InboxApprovals {\n    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: ASC }) {\n      totalCount\n      nodes {\n        ...ApprovalsRow\n      }\n    }\n  }\n"): typeof import('./graphql.ts').InboxApprovalsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InboxReviews {\n    toolChanges(first: 100) {\n      nodes {\n        toolId\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n    instructionChanges(first: 100) {\n      nodes {\n        stackId\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').InboxReviewsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InboxAlerts {\n    alerts(filter: { isOpen: true }) {\n      ...AlertRow\n    }\n  }\n"): typeof import('./graphql.ts').InboxAlertsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment JobsRow on Job {\n    id\n    state\n    toolId\n    stack {\n      id\n      name\n      rights\n    }\n    caller {\n      displayName\n    }\n    callerId\n    endUser\n    approvalId\n    progress {\n      progress\n      total\n      message\n    }\n    createdAt\n    endedAt\n  }\n"): typeof import('./graphql.ts').JobsRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query JobsList($stackId: ID, $states: [JobState!], $first: Int, $after: String) {\n    jobs(filter: { stackId: $stackId, states: $states }, first: $first, after: $after) {\n      nodes {\n        ...JobsRow\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n      }\n    }\n  }\n"): typeof import('./graphql.ts').JobsListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription JobsLive($stackId: ID) {\n    jobs(stackId: $stackId) {\n      ...JobsRow\n    }\n  }\n"): typeof import('./graphql.ts').JobsLiveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query JobsAnswer($id: ID!) {\n    job(id: $id) {\n      answer {\n        result\n        failure {\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').JobsAnswerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation JobsCancel($input: CancelJobInput!) {\n    cancelJob(input: $input) {\n      __typename\n      ... on CancelJobPayload {\n        job {\n          ...JobsRow\n        }\n      }\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').JobsCancelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MarketplaceServers(\n    $search: String\n    $category: ServerCategory\n    $isVerified: Boolean\n    $isPrivate: Boolean\n    $takesCredentials: Boolean\n    $needsAttention: Boolean\n    $orderBy: ServerOrder\n    $after: String\n  ) {\n    servers(\n      filter: {\n        search: $search\n        category: $category\n        isVerified: $isVerified\n        isPrivate: $isPrivate\n        takesCredentials: $takesCredentials\n        needsAttention: $needsAttention\n      }\n      orderBy: $orderBy\n      first: 48\n      after: $after\n    ) {\n      totalCount\n      nodes {\n        id: slug\n        name\n        description\n        isVerified\n        isPrivate\n        refresh {\n          problem\n        }\n        tools(first: 1) {\n          totalCount\n        }\n        credentialFields {\n          id: fieldId\n          isRequired\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MarketplaceServersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MarketplaceTotals {\n    all: servers(first: 1) {\n      totalCount\n    }\n    failing: servers(first: 1, filter: { needsAttention: true }) {\n      totalCount\n    }\n  }\n"): typeof import('./graphql.ts').MarketplaceTotalsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MarketplaceHolding($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      stacks(first: 100, after: $after) {\n        nodes {\n          id\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MarketplaceHoldingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MarketplaceStack($id: ID!, $after: String) {\n    stack(id: $id) {\n      id\n      name\n      servers(first: 100, after: $after) {\n        nodes {\n          server {\n            id: slug\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MarketplaceStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MarketplaceTools($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MarketplaceToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MarketplaceCreateStack($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreateStackPayload {\n        stack {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MarketplaceCreateStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MarketplaceAdd($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on AddServerToStackPayload {\n        enabledCount\n        stackServer {\n          stack {\n            id\n            name\n          }\n          server {\n            id: slug\n            name\n          }\n          tools(first: 1) {\n            nodes {\n              id: toolId\n            }\n          }\n          toolCount\n          lackingToolCount\n          credentialStatus {\n            hasRequired\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MarketplaceAddDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PlaygroundStack($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      configuration {\n        isRecorded\n      }\n      endpoints(first: 1) {\n        nodes {\n          url\n        }\n      }\n      tools {\n        nodes {\n          id: toolId\n          exposedName\n          name\n          title\n          description\n          serverId\n          serverName\n          inputSchema\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PlaygroundStackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription PlaygroundProgress($progressId: ID!) {\n    toolProgress(progressId: $progressId) {\n      progress\n      total\n      message\n    }\n  }\n"): typeof import('./graphql.ts').PlaygroundProgressDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PlaygroundInvoke($input: InvokeToolInput!) {\n    invokeTool(input: $input) {\n      __typename\n      ... on InvokeToolPayload {\n        result\n      }\n      ... on ToolFailedError {\n        message\n        outcome\n        status\n        fieldIds\n        connectUrl\n        retryAfterSeconds\n      }\n      ... on InvalidInputError {\n        code\n        message\n        issues {\n          path\n          message\n        }\n      }\n      ... on NotFoundError {\n        code\n        message\n      }\n      ... on ForbiddenError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PlaygroundInvokeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RegistryServers($search: String, $after: String) {\n    registryServers(search: $search, first: 30, after: $after) {\n      registryUrl\n      endCursor\n      unreadCount\n      nodes {\n        name\n        title\n        description\n        version\n        status\n        updatedAt\n        website\n        repository\n        remotes {\n          type\n          url\n        }\n        packages {\n          registryType\n          identifier\n          version\n        }\n        way\n        reason\n        commandLine\n        credentialFields {\n          id\n          name\n          isRequired\n        }\n        documentUrl\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RegistryServersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewsList($search: String, $changeKind: ToolChangeKind, $orderBy: ToolChangeOrder, $after: String) {\n    all: toolChanges(first: 1) {\n      totalCount\n    }\n    allInstructions: instructionChanges(first: 1) {\n      totalCount\n    }\n    toolChanges(first: 50, after: $after, filter: { search: $search, changeKind: $changeKind }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        toolId\n        server {\n          id: slug\n          name\n          digest\n        }\n        kind\n        isRefused\n        stackIds\n        beforeDigest\n        afterDigest\n        before\n        after\n        changedAt\n        changes {\n          kind\n          path\n          what\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewsListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewsInstructions($search: String) {\n    instructionChanges(first: 100, filter: { search: $search }) {\n      totalCount\n      nodes {\n        server {\n          id: slug\n          name\n          digest\n        }\n        stackId\n        before\n        after\n        isRefused\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewsInstructionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewsHeldKinds {\n    viewer {\n      account {\n        heldChanges\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewsHeldKindsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReviewsHold($input: UpdateHeldChangesInput!) {\n    updateHeldChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewsHoldDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReviewsAccept($input: AcceptToolChangesInput!) {\n    acceptToolChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewsAcceptDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReviewsRefuse($input: RefuseToolChangesInput!) {\n    refuseToolChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReviewsRefuseDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RulesList($search: String, $effect: PolicyEffect, $orderBy: PolicyRuleOrder, $after: String) {\n    all: policyRules(first: 1) {\n      totalCount\n    }\n    policyRules(first: 50, after: $after, filter: { search: $search, effect: $effect }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        id\n        name\n        effect\n        stack {\n          name\n        }\n        endpoint {\n          name\n        }\n        stackId\n        endpointId\n        isDefault\n        callers: callerIds\n        endUsers\n        servers\n        tools\n        isReadOnly\n        isDestructive\n        isOpenWorld\n        condition\n        quota {\n          calls\n          bytes\n          per\n          of\n        }\n        message\n        isEnabled\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RulesListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RulesExplain(\n    $stackId: ID!\n    $toolId: ID!\n    $callerId: ID\n    $input: JSON\n    $address: String\n    $rule: CreatePolicyRuleInput\n  ) {\n    explainDecision(\n      stackId: $stackId\n      toolId: $toolId\n      callerId: $callerId\n      input: $input\n      address: $address\n      rule: $rule\n    ) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PolicyExplanation {\n        effect\n        refusal\n        isComplete\n        considered {\n          reason\n          problem\n          isTried\n          rule {\n            id\n            name\n            effect\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RulesExplainDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RulesTry($rule: CreatePolicyRuleInput!) {\n    tryPolicyRule(rule: $rule) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on PolicyDryRun {\n        since\n        callCount\n        isComplete\n        unrecordedStackCount\n        groups {\n          stackId\n          toolId\n          endpointId\n          callCount\n          isCertain\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RulesTryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RulesCreate($input: CreatePolicyRuleInput!) {\n    createPolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on CreatePolicyRulePayload {\n        rule {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RulesCreateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RulesUpdate($input: UpdatePolicyRuleInput!) {\n    updatePolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdatePolicyRulePayload {\n        rule {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RulesUpdateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RulesDelete($input: DeletePolicyRuleInput!) {\n    deletePolicyRule(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RulesDeleteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Server($id: String!) {\n    viewer {\n      account {\n        heldChanges\n      }\n    }\n    server(by: { slug: $id }) {\n      heldChanges\n      areHintsTrusted\n      isMcp\n      id: slug\n      name\n      description\n      category\n      homepage\n      isVerified\n      isPrivate\n      isRefreshable\n      refresh {\n        when\n        stackId\n        dueAt\n        refreshedAt\n        problem\n      }\n      scopes\n      updatedAt\n      credentialFields {\n        id: fieldId\n        name\n        description\n        isRequired\n        toolCount\n        isSecret\n        link\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerHold($input: UpdateServerHeldChangesInput!) {\n    updateServerHeldChanges(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerHoldDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerHints($input: UpdateToolHintsInput!) {\n    updateToolHints(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerHintsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerHintTrust($input: UpdateServerHintTrustInput!) {\n    updateServerHintTrust(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerHintTrustDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerTools($id: String!, $after: String) {\n    server(by: { slug: $id }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n          annotations\n          method\n          hints {\n            isReadOnly\n            isDestructive\n            isIdempotent\n            isConfirmed\n            isUsedByRules\n          }\n          inputSchema\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerDocument($id: String!) {\n    server(by: { slug: $id }) {\n      document\n    }\n  }\n"): typeof import('./graphql.ts').ServerDocumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerRefresh($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on RefreshServerToolsPayload {\n        isChanged\n        toolCount\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerRefreshDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerSchedule($input: UpdateServerRefreshInput!) {\n    updateServerRefresh(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdateServerRefreshPayload {\n        server {\n          id: slug\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerScheduleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerDuplicate($input: DuplicateServerInput!) {\n    duplicateServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on DuplicateServerPayload {\n        server {\n          id: slug\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerDuplicateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerChangeId($input: UpdateServerInput!) {\n    updateServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on UpdateServerPayload {\n        server {\n          id: slug\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerChangeIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ServerRemove($input: DeleteServerInput!) {\n    deleteServer(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on DeleteServerPayload {\n        serverId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerRemoveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SignInOptions {\n    signInOptions {\n      hasUsers\n      canUsePasskeys\n      singleSignOn {\n        label\n        url\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SignInOptionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignIn($input: SignInInput!) {\n    signIn(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on SignInPayload {\n        user {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SignInDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignInBeginPasskey {\n    beginPasskeySignIn {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on BeginPasskeySignInPayload {\n        options\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SignInBeginPasskeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignInFinishPasskey($input: FinishPasskeySignInInput!) {\n    finishPasskeySignIn(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SignInFinishPasskeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksChatModel {\n    chatModel {\n      api\n      url\n      model\n      keyState\n    }\n  }\n"): typeof import('./graphql.ts').StacksChatModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksSetModel($input: UpdateChatModelInput!) {\n    updateChatModel(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksSetModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRemoveModel {\n    deleteChatModel {\n      __typename\n      ...StacksFailure\n      ... on DeleteChatModelPayload {\n        model {\n          model\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRemoveModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksAskModel($input: AskModelInput!) {\n    askModel(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on AskModelPayload {\n        model\n        text\n        isCut\n        inputTokens\n        picks {\n          ref\n          name\n          toolId\n          toolInput\n          inputText\n        }\n        offered {\n          name\n          serverId\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksAskModelDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksToken on StackToken {\n    id\n    name\n    endUser\n    tools\n    networks\n    callsMax\n    calls\n    maker: makerName\n    createdAt\n    expiresAt\n    isRenewed\n    revokedAt\n    revokedAttenuations\n    grantedBy\n    oauthClient\n    lastUsedAt\n  }\n"): typeof import('./graphql.ts').StacksTokenFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksEndpoint on ClientEndpoint {\n    id\n    name\n    mode\n    mayProgramsWrite\n    url\n    createdAt\n    tokens(first: 20) {\n      totalCount\n      nodes {\n        ...StacksToken\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksEndpointFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksEndpoints($stackId: ID!, $search: String, $orderBy: ClientEndpointOrder, $after: String) {\n    stack(id: $stackId) {\n      all: endpoints(first: 1) {\n        totalCount\n      }\n      endpoints(first: 20, after: $after, filter: { search: $search, isWide: true }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksEndpoint\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksEndpointsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksTokens(\n    $endpointId: ID!\n    $search: String\n    $isInForce: Boolean\n    $orderBy: StackTokenOrder\n    $after: String\n  ) {\n    clientEndpoint(by: { id: $endpointId }) {\n      tokens(first: 50, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksToken\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksTokensDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksCreateEndpoint($input: CreateClientEndpointInput!) {\n    createClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateClientEndpointPayload {\n        token\n        endpoint {\n          name\n          url\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksCreateEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksUpdateEndpoint($input: UpdateClientEndpointInput!) {\n    updateClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateClientEndpointPayload {\n        endpoint {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksUpdateEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksDeleteEndpoint($input: DeleteClientEndpointInput!) {\n    deleteClientEndpoint(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteClientEndpointPayload {\n        endpointId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksDeleteEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksCreateToken($input: CreateStackTokenInput!) {\n    createStackToken(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateStackTokenPayload {\n        token\n        tokenRecord {\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksCreateTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRevokeToken($input: RevokeStackTokenInput!) {\n    revokeStackToken(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RevokeStackTokenPayload {\n        tokenRecord {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRevokeTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRevokeAttenuation($input: RevokeTokenAttenuationInput!) {\n    revokeTokenAttenuation(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n"): typeof import('./graphql.ts').StacksRevokeAttenuationDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksSetCredentials($input: SetCredentialsInput!) {\n    setCredentials(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on SetCredentialsPayload {\n        fieldIds\n        notes\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksSetCredentialsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRemoveCredential($input: DeleteCredentialInput!) {\n    deleteCredential(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteCredentialPayload {\n        fieldIds\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRemoveCredentialDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksConnectLink($input: CreateConnectLinkInput!) {\n    createConnectLink(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateConnectLinkPayload {\n        url\n        expiresAt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksConnectLinkDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksSetMode($input: UpdateServerCredentialModeInput!) {\n    updateServerCredentialMode(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateServerCredentialModePayload {\n        stackServer {\n          credentialMode\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksSetModeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksTestConnection($input: TestConnectionInput!) {\n    testConnection(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on TestConnectionPayload {\n        outcome\n        message\n        toolId\n        toolIds\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksTestConnectionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksShareApplication($input: UpdateApplicationSharingInput!) {\n    updateApplicationSharing(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateApplicationSharingPayload {\n        isShared\n        stackCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksShareApplicationDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksList($search: String, $needsAttention: Boolean, $orderBy: StackOrder, $after: String) {\n    stacks(\n      first: 50\n      after: $after\n      filter: { search: $search, isWide: true, needsAttention: $needsAttention }\n      orderBy: $orderBy\n    ) {\n      totalCount\n      nodes {\n        id\n        name\n        rights\n        createdAt\n        lastCalledAt\n        attention\n        servers(first: 40) {\n          totalCount\n          nodes {\n            toolCount\n            server {\n              name\n            }\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksTotals {\n    all: stacks(first: 1) {\n      totalCount\n    }\n    needing: stacks(first: 1, filter: { needsAttention: true }) {\n      totalCount\n    }\n  }\n"): typeof import('./graphql.ts').StacksTotalsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksTemplates {\n    stackTemplates {\n      id\n      name\n      description\n      servers {\n        serverId\n        server {\n          name\n          credentialFields {\n            name\n            isRequired\n          }\n        }\n        toolIds\n      }\n      rules {\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksTemplatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksCreate($input: CreateStackInput!) {\n    createStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksCreateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksMachine on ServiceAccount {\n    id\n    endpoint {\n      id\n      name\n    }\n    name\n    endUser\n    tools\n    networks\n    hasSecret\n    thumbprints\n    createdAt\n    expiresAt\n    rotatedAt\n  }\n"): typeof import('./graphql.ts').StacksMachineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksIssuer on TrustedIssuer {\n    id\n    endpoint {\n      name\n      url\n    }\n    name\n    issuer\n    audience\n    jwksUrl\n    claims {\n      name\n      values\n    }\n    endUserClaim\n    endUserPrefix\n    tools\n    networks\n    createdAt\n  }\n"): typeof import('./graphql.ts').StacksIssuerFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksMachines(\n    $stackId: ID!\n    $search: String\n    $isInForce: Boolean\n    $orderBy: ServiceAccountOrder\n    $after: String\n  ) {\n    stack(id: $stackId) {\n      all: serviceAccounts(first: 1) {\n        totalCount\n      }\n      serviceAccounts(first: 25, after: $after, filter: { search: $search, isInForce: $isInForce }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksMachine\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksMachinesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksIssuers($stackId: ID!, $search: String, $orderBy: TrustedIssuerOrder, $after: String) {\n    stack(id: $stackId) {\n      all: trustedIssuers(first: 1) {\n        totalCount\n      }\n      trustedIssuers(first: 25, after: $after, filter: { search: $search }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...StacksIssuer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksIssuersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksPickEndpoints($stackId: ID!, $search: String) {\n    stack(id: $stackId) {\n      endpoints(first: 50, filter: { search: $search }, orderBy: { field: NAME }) {\n        totalCount\n        nodes {\n          id\n          name\n          url\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksPickEndpointsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksCreateMachine($input: CreateServiceAccountInput!) {\n    createServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateServiceAccountPayload {\n        secret\n        serviceAccount {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksCreateMachineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRotateMachine($input: RotateServiceAccountInput!) {\n    rotateServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RotateServiceAccountPayload {\n        secret\n        serviceAccount {\n          id\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRotateMachineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRevokeMachine($input: RevokeServiceAccountInput!) {\n    revokeServiceAccount(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n"): typeof import('./graphql.ts').StacksRevokeMachineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksTrustIssuer($input: CreateTrustedIssuerInput!) {\n    createTrustedIssuer(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on CreateTrustedIssuerPayload {\n        trustedIssuer {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksTrustIssuerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksDeleteIssuer($input: DeleteTrustedIssuerInput!) {\n    deleteTrustedIssuer(input: $input) {\n      __typename\n      ...StacksFailure\n    }\n  }\n"): typeof import('./graphql.ts').StacksDeleteIssuerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksFailure on UserError {\n    code\n    message\n    ... on InvalidInputError {\n      issues {\n        path\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksFailureFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksHead($stackId: ID!) {\n    stack(id: $stackId) {\n      id\n      name\n      rights\n      createdAt\n      updatedAt\n      configuration {\n        isRecorded\n        contentDays\n        contentRedactions\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksHeadDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksKeepContents($input: UpdateCallContentsInput!) {\n    updateCallContents(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateCallContentsPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksKeepContentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksUpdate($input: UpdateStackInput!) {\n    updateStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksUpdateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksDuplicate($input: DuplicateStackInput!) {\n    duplicateStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DuplicateStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksDuplicateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksDelete($input: DeleteStackInput!) {\n    deleteStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on DeleteStackPayload {\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksDeleteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksServer on StackServer {\n    credentialMode\n    toolCount\n    lackingToolCount(endUser: $endUser)\n    removedToolIds\n    server {\n      id: slug\n      name\n      description\n      isRefreshable\n      scopes\n      credentialChoices {\n        fieldIds\n        toolCount\n      }\n      credentialFields {\n        id: fieldId\n        name\n        description\n        isRequired\n        toolCount\n        isSecret\n        mayBeEmpty\n        link\n        signIn {\n          redirectUrl\n          providerUrl\n          scopes\n          clientFieldIds\n        }\n      }\n      tools(first: 1) {\n        totalCount\n      }\n    }\n    credentialStatus(endUser: $endUser) {\n      hasRequired\n      required {\n        ...StacksField\n      }\n      optional {\n        ...StacksField\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksServerFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksField on CredentialFieldStatus {\n    fieldId\n    state\n    canConnect\n    isMoved\n    isShared\n    oauthState\n    expiresAt\n  }\n"): typeof import('./graphql.ts').StacksFieldFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksServers($stackId: ID!, $endUser: String, $after: String) {\n    stack(id: $stackId) {\n      servers(first: 25, after: $after) {\n        totalCount\n        nodes {\n          ...StacksServer\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksServersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksServerTools($serverId: String!, $after: String) {\n    server(by: { slug: $serverId }) {\n      tools(first: 100, after: $after) {\n        totalCount\n        nodes {\n          id: toolId\n          name\n          title\n          description\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksServerToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksEnabledTools($stackId: ID!) {\n    stack(id: $stackId) {\n      tools {\n        nodes {\n          id: toolId\n          serverId\n          exposedName\n          description\n          isPinned\n          credentialSets {\n            fieldIds\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksEnabledToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksSetTools($input: UpdateServerToolsInput!) {\n    updateServerTools(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateServerToolsPayload {\n        enabledCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksSetToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksUpdateTool($input: UpdateStackToolInput!) {\n    updateStackTool(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on UpdateStackToolPayload {\n        tool {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksUpdateToolDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksAddServer($input: AddServerToStackInput!) {\n    addServerToStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on AddServerToStackPayload {\n        enabledCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksAddServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRemoveServer($input: RemoveServerFromStackInput!) {\n    removeServerFromStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RemoveServerFromStackPayload {\n        serverId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRemoveServerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRefreshTools($input: RefreshServerToolsInput!) {\n    refreshServerTools(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RefreshServerToolsPayload {\n        isChanged\n        toolCount\n        refused {\n          name\n          reason\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRefreshToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksPick($search: String, $after: String) {\n    servers(first: 20, filter: { search: $search }, after: $after) {\n      nodes {\n        id: slug\n        name\n        description\n        isPrivate\n        tools(first: 1) {\n          totalCount\n        }\n        credentialFields {\n          id: fieldId\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksPickDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksSkill on Skill {\n    name\n    description\n    content\n    updatedAt\n  }\n"): typeof import('./graphql.ts').StacksSkillFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksSkills($stackId: ID!) {\n    stack(id: $stackId) {\n      skills {\n        ...StacksSkill\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksSkillsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksSetSkill($input: SetSkillInput!) {\n    setSkill(input: $input) {\n      __typename\n      ... on SetSkillPayload {\n        skill {\n          name\n        }\n      }\n      ...StacksFailure\n    }\n  }\n"): typeof import('./graphql.ts').StacksSetSkillDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksDeleteSkill($input: DeleteSkillInput!) {\n    deleteSkill(input: $input) {\n      __typename\n      ... on DeleteSkillPayload {\n        name\n      }\n      ...StacksFailure\n    }\n  }\n"): typeof import('./graphql.ts').StacksDeleteSkillDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksUsage($stackId: ID!, $since: DateTime!, $bucketSeconds: Int!) {\n    callStatistics(stackId: $stackId, since: $since, bucketSeconds: $bucketSeconds) {\n      total {\n        callCount\n        failureCount\n        p50Ms\n        p95Ms\n      }\n      before {\n        total {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n      buckets {\n        start\n        figures {\n          callCount\n          failureCount\n        }\n      }\n      byTool {\n        toolId\n        figures {\n          callCount\n          failureCount\n          p50Ms\n          p95Ms\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksUsageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksVersion on StackVersion {\n    id\n    number\n    createdAt\n    action\n    actor {\n      displayName\n    }\n  }\n"): typeof import('./graphql.ts').StacksVersionFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StacksDifference on StackDifference {\n    path\n    before\n    after\n  }\n"): typeof import('./graphql.ts').StacksDifferenceFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksVersions($stackId: ID!, $after: String) {\n    stack(id: $stackId) {\n      versions(first: 25, after: $after) {\n        nodes {\n          ...StacksVersion\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksVersionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksVersionDifferences($stackId: ID!, $number: Int!, $from: Int) {\n    stack(id: $stackId) {\n      version(number: $number) {\n        differences(from: $from) {\n          ...StacksDifference\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksVersionDifferencesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StacksRollBackPlan($stackId: ID!, $number: Int!) {\n    stack(id: $stackId) {\n      version(number: $number) {\n        rollBackPlan {\n          digest\n          differences {\n            ...StacksDifference\n          }\n          missingCredentials {\n            serverId\n            fieldId\n          }\n          unavailable\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRollBackPlanDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StacksRollBack($input: RollBackStackInput!) {\n    rollBackStack(input: $input) {\n      __typename\n      ...StacksFailure\n      ... on RollBackStackPayload {\n        stack {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StacksRollBackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InvitedTo($secret: String!) {\n    invitedTo(secret: $secret) {\n      accountName\n    }\n  }\n"): typeof import('./graphql.ts').InvitedToDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) {\n    acceptInvitation(input: $input) {\n      __typename\n      ... on UserError {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        issues {\n          path\n          message\n        }\n      }\n      ... on AcceptInvitationPayload {\n        user {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AcceptInvitationDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AlertRow on Alert {\n    id\n    kind\n    title\n    path\n    startedAt\n    endedAt\n  }\n"): typeof import('./graphql.ts').AlertRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription InboxFollow {\n    inbox {\n      approvalCount\n      reviewCount\n      alertCount\n    }\n  }\n"): typeof import('./graphql.ts').InboxFollowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InboxNewest {\n    approvals(first: 5, filter: { isPending: true }, orderBy: { field: CREATED_AT, direction: DESC }) {\n      nodes {\n        id\n        toolId\n        tool {\n          exposedName\n          serverName\n        }\n        stack {\n          name\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').InboxNewestDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ShellMe {\n    me {\n      email\n    }\n    viewer {\n      role\n      rights\n      rightsSomewhere\n    }\n  }\n"): typeof import('./graphql.ts').ShellMeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ShellSignOut {\n    signOut {\n      __typename\n    }\n  }\n"): typeof import('./graphql.ts').ShellSignOutDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PaletteFound($search: String) {\n    stacks(filter: { search: $search }, first: 6) {\n      nodes {\n        id\n        name\n      }\n    }\n    servers(filter: { search: $search }, first: 6) {\n      nodes {\n        id: slug\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PaletteFoundDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PaletteTools($id: ID!) {\n    stack(id: $id) {\n      id\n      name\n      tools {\n        nodes {\n          id: toolId\n          exposedName\n          title\n          serverName\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PaletteToolsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PickStack on Stack {\n    id\n    name\n    rights\n  }\n"): typeof import('./graphql.ts').PickStackFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickStacks($search: String, $orderBy: StackOrder) {\n    stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...PickStack\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickStacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickServerStacks($serverId: String!, $search: String, $orderBy: ServerStackOrder) {\n    server(by: { slug: $serverId }) {\n      stacks(first: 50, filter: { search: $search }, orderBy: $orderBy) {\n        totalCount\n        nodes {\n          ...PickStack\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PickServerStacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PickedStack($id: ID!) {\n    stack(id: $id) {\n      ...PickStack\n    }\n  }\n"): typeof import('./graphql.ts').PickedStackDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
