-- old writers: safe
CREATE TABLE "recall_contact_mails" (
	"recall_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp (3) with time zone,
	CONSTRAINT "recall_contact_mails_recall_id_seller_id_email_pk" PRIMARY KEY("recall_id","seller_id","email")
);
--> statement-breakpoint
CREATE TABLE "sender_reports" (
	"recall_id" uuid NOT NULL,
	"address" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sender_reports_recall_id_address_pk" PRIMARY KEY("recall_id","address")
);
--> statement-breakpoint
CREATE TABLE "unsubscribed_from" (
	"seller_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsubscribed_from_seller_id_address_pk" PRIMARY KEY("seller_id","address")
);
--> statement-breakpoint
-- Businesses from before count as verified where mails to people who aren't on board are limited (decision 906).
ALTER TABLE "entities" ADD COLUMN "established" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "entities" ALTER COLUMN "established" SET DEFAULT false;
--> statement-breakpoint
ALTER TABLE "recall_contact_mails" ADD CONSTRAINT "recall_contact_mails_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_contact_mails" ADD CONSTRAINT "recall_contact_mails_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_contact_mails" ADD CONSTRAINT "recall_contact_mails_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_reports" ADD CONSTRAINT "sender_reports_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_reports" ADD CONSTRAINT "sender_reports_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_contact_mails_waiting" ON "recall_contact_mails" USING btree ("entity_id","created_at") WHERE "recall_contact_mails"."queued_at" is null;--> statement-breakpoint
CREATE INDEX "recall_contact_mails_queued" ON "recall_contact_mails" USING btree ("entity_id","queued_at") WHERE "recall_contact_mails"."queued_at" is not null;--> statement-breakpoint
CREATE INDEX "sender_reports_of_entity" ON "sender_reports" USING btree ("entity_id");
