CREATE TABLE "counted_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "counted_mails_of_entity" ON "counted_mails" USING btree ("entity_id","created_at");--> statement-breakpoint
CREATE INDEX "counted_mails_to_address" ON "counted_mails" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "counted_mails_age" ON "counted_mails" USING btree ("created_at");
