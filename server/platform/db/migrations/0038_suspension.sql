-- old writers: safe
ALTER TABLE "entities" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "suspension_reason" text;