CREATE TABLE "invited_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"mails" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "cause_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "counted_hour" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "counted_mails" ADD COLUMN "share" text DEFAULT 'notice' NOT NULL;--> statement-breakpoint
ALTER TABLE "counted_mails" ADD COLUMN "cause_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_counting" ON "notifications" USING btree ("user_id","kind","cause_id","counted_hour") WHERE "notifications"."counted_hour" is not null;