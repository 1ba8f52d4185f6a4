-- old writers: safe
CREATE TABLE "mcp_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"caller_id" uuid NOT NULL,
	"client" text NOT NULL,
	"token_hash" text NOT NULL,
	"tool" text NOT NULL,
	"arguments" jsonb NOT NULL,
	"summary" text NOT NULL,
	"changes" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"calls" jsonb NOT NULL,
	"digest" text NOT NULL,
	"permissions" text[] NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"started_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mcp_plans_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "mcp_plans_status" CHECK ("mcp_plans"."status" in ('open', 'waiting', 'running', 'done', 'outdated', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "mcp_confirm" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_plans" ADD CONSTRAINT "mcp_plans_entity_id_user_id_users_entity_id_id_fk" FOREIGN KEY ("entity_id","user_id") REFERENCES "public"."users"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mcp_plans_of_caller" ON "mcp_plans" USING btree ("caller_id","created_at");--> statement-breakpoint
CREATE INDEX "mcp_plans_waiting" ON "mcp_plans" USING btree ("entity_id","created_at") WHERE "mcp_plans"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mcp_plans_age" ON "mcp_plans" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_mcp_confirm" CHECK ("entities"."mcp_confirm" in ('ask', 'token', 'dashboard')) NOT VALID;--> statement-breakpoint
ALTER TABLE "entities" VALIDATE CONSTRAINT "entities_mcp_confirm";