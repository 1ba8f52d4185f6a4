-- old writers: unsafe
CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"form" jsonb NOT NULL,
	"mode" text NOT NULL,
	"tier" text NOT NULL,
	"token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_ups_token" UNIQUE("token_hash"),
	CONSTRAINT "sign_ups_mode" CHECK ("sign_ups"."mode" in ('off', 'review', 'open')),
	CONSTRAINT "sign_ups_tier" CHECK ("sign_ups"."tier" in ('free', 'pro', 'enterprise'))
);
--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "under_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "signed_up_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sign_ups_expiry" ON "sign_ups" USING btree ("expires_at");