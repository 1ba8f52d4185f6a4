CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"lookup" text NOT NULL,
	"secret_hash" text NOT NULL,
	"previous_hash" text,
	"previous_until" timestamp (3) with time zone,
	"permissions" text[] NOT NULL,
	"location_ids" uuid[],
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_lookup_unique" UNIQUE("lookup")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "actor_key_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "applier_key_id" uuid;--> statement-breakpoint
ALTER TABLE "api_requests" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "api_requests" ADD COLUMN "key_name" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_entity_id_user_id_users_entity_id_id_fk" FOREIGN KEY ("entity_id","user_id") REFERENCES "public"."users"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_of_entity" ON "api_keys" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("user_id");