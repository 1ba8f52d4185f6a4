-- old writers: safe
ALTER TABLE "entities" ADD COLUMN "mfa_required_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "mfa_grace_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "session_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "session_idle_hours" integer DEFAULT 336 NOT NULL;