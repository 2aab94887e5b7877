-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rate_limits" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "display" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "server" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "homepage" TEXT,
    "tool_prefix" BOOLEAN NOT NULL,
    "scopes" TEXT[],
    "connector" JSON NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "server_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tool" (
    "id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT,
    "description" TEXT NOT NULL,
    "input_schema" JSON NOT NULL,
    "output_schema" JSON,
    "annotations" JSON,
    "request" JSON,
    "position" INTEGER NOT NULL,

    CONSTRAINT "tool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential_field" (
    "id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "field_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL,
    "secret" BOOLEAN NOT NULL,
    "placement" JSONB,
    "oauth2" JSON,
    "position" INTEGER NOT NULL,

    CONSTRAINT "credential_field_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stack" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "analytics_enabled" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stack_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stack_server" (
    "id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "credential_mode" TEXT NOT NULL DEFAULT 'stack',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stack_server_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "enabled_tool" (
    "stack_server_id" TEXT NOT NULL,
    "tool_key" TEXT NOT NULL,
    "alias" TEXT,
    "description" TEXT,
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "enabled_tool_pkey" PRIMARY KEY ("stack_server_id","tool_key")
);

-- CreateTable
CREATE TABLE "credential" (
    "id" TEXT NOT NULL,
    "stack_server_id" TEXT NOT NULL,
    "end_user" TEXT NOT NULL DEFAULT '',
    "field_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'value',
    "state" TEXT NOT NULL DEFAULT 'connected',
    "expires_at" TIMESTAMPTZ(3),
    "is_renewable" BOOLEAN NOT NULL DEFAULT false,
    "leased_until" TIMESTAMPTZ(3),
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connect_link" (
    "id" TEXT NOT NULL,
    "stack_server_id" TEXT NOT NULL,
    "end_user" TEXT NOT NULL,
    "field_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "state_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "connect_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_registration" (
    "id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_registration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "client_endpoint" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mode" TEXT NOT NULL DEFAULT 'full',

    CONSTRAINT "client_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stack_token" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "end_user" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "stack_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authorization_code" (
    "hash" BYTEA NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "oauth_client" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "token_id" TEXT,

    CONSTRAINT "authorization_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "hash" BYTEA NOT NULL,
    "token_id" TEXT NOT NULL,
    "oauth_client" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "vault_key" (
    "key_id" TEXT NOT NULL,
    "check_value" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vault_key_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "audit_chain" (
    "id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "stack_id" TEXT,
    "details" JSONB NOT NULL,
    "request_id" TEXT,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invocation" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "tool_id" TEXT NOT NULL,
    "endpoint_id" TEXT,
    "outcome" TEXT NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "input_bytes" INTEGER NOT NULL,
    "output_bytes" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invocation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stored_result" (
    "id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "reader" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "chunk_bytes" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_result_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_call" (
    "id" TEXT NOT NULL,
    "stack_id" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "sealed" BYTEA,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_call_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_account_id_idx" ON "api_key"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "server_owner_slug_key" ON "server"("owner", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "tool_server_id_tool_id_key" ON "tool"("server_id", "tool_id");

-- CreateIndex
CREATE UNIQUE INDEX "credential_field_server_id_field_id_key" ON "credential_field"("server_id", "field_id");

-- CreateIndex
CREATE UNIQUE INDEX "stack_account_id_name_key" ON "stack"("account_id", "name");

-- CreateIndex
CREATE INDEX "stack_server_server_id_idx" ON "stack_server"("server_id");

-- CreateIndex
CREATE UNIQUE INDEX "stack_server_stack_id_server_id_key" ON "stack_server"("stack_id", "server_id");

-- CreateIndex
CREATE INDEX "enabled_tool_tool_key_idx" ON "enabled_tool"("tool_key");

-- CreateIndex
CREATE INDEX "credential_key_id_idx" ON "credential"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "credential_stack_server_id_end_user_field_id_key" ON "credential"("stack_server_id", "end_user", "field_id");

-- CreateIndex
CREATE UNIQUE INDEX "connect_link_secret_hash_key" ON "connect_link"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "connect_link_state_hash_key" ON "connect_link"("state_hash");

-- CreateIndex
CREATE INDEX "connect_link_stack_server_id_end_user_field_id_idx" ON "connect_link"("stack_server_id", "end_user", "field_id");

-- CreateIndex
CREATE INDEX "connect_link_expires_at_idx" ON "connect_link"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_registration_server_id_issuer_redirect_uri_key" ON "oauth_registration"("server_id", "issuer", "redirect_uri");

-- CreateIndex
CREATE UNIQUE INDEX "client_endpoint_client_id_key" ON "client_endpoint"("client_id");

-- CreateIndex
CREATE INDEX "client_endpoint_stack_id_idx" ON "client_endpoint"("stack_id");

-- CreateIndex
CREATE INDEX "stack_token_endpoint_id_idx" ON "stack_token"("endpoint_id");

-- CreateIndex
CREATE INDEX "authorization_code_endpoint_id_idx" ON "authorization_code"("endpoint_id");

-- CreateIndex
CREATE INDEX "refresh_token_token_id_idx" ON "refresh_token"("token_id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_chain_seq_key" ON "audit_event"("chain", "seq");

-- CreateIndex
CREATE INDEX "invocation_stack_id_at_idx" ON "invocation"("stack_id", "at");

-- CreateIndex
CREATE INDEX "stored_result_stack_id_idx" ON "stored_result"("stack_id");

-- CreateIndex
CREATE INDEX "stored_result_expires_at_idx" ON "stored_result"("expires_at");

-- CreateIndex
CREATE INDEX "idempotent_call_stack_id_idx" ON "idempotent_call"("stack_id");

-- CreateIndex
CREATE INDEX "idempotent_call_expires_at_idx" ON "idempotent_call"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "idempotent_call_caller_key_key" ON "idempotent_call"("caller", "key");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool" ADD CONSTRAINT "tool_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential_field" ADD CONSTRAINT "credential_field_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stack" ADD CONSTRAINT "stack_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stack_server" ADD CONSTRAINT "stack_server_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stack_server" ADD CONSTRAINT "stack_server_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enabled_tool" ADD CONSTRAINT "enabled_tool_stack_server_id_fkey" FOREIGN KEY ("stack_server_id") REFERENCES "stack_server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enabled_tool" ADD CONSTRAINT "enabled_tool_tool_key_fkey" FOREIGN KEY ("tool_key") REFERENCES "tool"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_stack_server_id_fkey" FOREIGN KEY ("stack_server_id") REFERENCES "stack_server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connect_link" ADD CONSTRAINT "connect_link_stack_server_id_fkey" FOREIGN KEY ("stack_server_id") REFERENCES "stack_server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_registration" ADD CONSTRAINT "oauth_registration_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_endpoint" ADD CONSTRAINT "client_endpoint_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stack_token" ADD CONSTRAINT "stack_token_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "client_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "client_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "stack_token"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invocation" ADD CONSTRAINT "invocation_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_result" ADD CONSTRAINT "stored_result_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotent_call" ADD CONSTRAINT "idempotent_call_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "stack"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand: the audit trail only grows. ALWAYS, so that a replication role does not switch it off.
CREATE FUNCTION "audit_event_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_event is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "audit_event_append_only"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_event_append_only"();

ALTER TABLE "audit_event" ENABLE ALWAYS TRIGGER "audit_event_append_only";
