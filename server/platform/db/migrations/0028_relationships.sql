-- old writers: unsafe
CREATE TABLE "follow_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"text" text NOT NULL,
	"done_at" timestamp (3) with time zone,
	"member_id" uuid,
	"noticed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "follow_ups_party" CHECK ("follow_ups"."entity_id" in ("follow_ups"."seller_id", "follow_ups"."buyer_id"))
);
--> statement-breakpoint
CREATE TABLE "supplier_notes" (
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"representative_id" uuid,
	"contacts" jsonb DEFAULT '[]' NOT NULL,
	"internal_notes" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "supplier_notes_seller_id_buyer_id_pk" PRIMARY KEY("seller_id","buyer_id")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "representative_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "contacts" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_member" FOREIGN KEY ("entity_id","member_id") REFERENCES "public"."users"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_notes" ADD CONSTRAINT "supplier_notes_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "supplier_notes" ADD CONSTRAINT "supplier_notes_representative" FOREIGN KEY ("buyer_id","representative_id") REFERENCES "public"."users"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_ups_of_account" ON "follow_ups" USING btree ("seller_id","buyer_id","entity_id","due_on");--> statement-breakpoint
CREATE INDEX "follow_ups_of_entity" ON "follow_ups" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "follow_ups_of_member" ON "follow_ups" USING btree ("member_id") WHERE "follow_ups"."member_id" is not null;--> statement-breakpoint
CREATE INDEX "follow_ups_due" ON "follow_ups" USING btree ("due_on") WHERE "follow_ups"."done_at" is null and "follow_ups"."noticed_at" is null;--> statement-breakpoint
CREATE INDEX "supplier_notes_by_representative" ON "supplier_notes" USING btree ("buyer_id","representative_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_representative" FOREIGN KEY ("seller_id","representative_id") REFERENCES "public"."users"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_by_representative" ON "accounts" USING btree ("seller_id","representative_id","created_at","buyer_id") WHERE "accounts"."representative_id" is not null;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'partner_renamed', 'claim_waiting', 'follow_up', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notification_preferences" VALIDATE CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'partner_renamed', 'claim_waiting', 'follow_up', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_kind";--> statement-breakpoint
CREATE TRIGGER "follow_ups_updated_at" BEFORE UPDATE ON "follow_ups"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "supplier_notes_updated_at" BEFORE UPDATE ON "supplier_notes"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
