-- old writers: unsafe
CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"by_seller" boolean NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"delivery_date" date,
	"delivery_window" text,
	"notes" text,
	"po_number" text,
	"receiving_location_id" uuid,
	"shortage" text DEFAULT 'reject' NOT NULL,
	"accept" boolean DEFAULT true NOT NULL,
	"valid_until" date,
	"expires_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"order_id" uuid,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "drafts_order" UNIQUE("order_id"),
	CONSTRAINT "drafts_status" CHECK ("drafts"."status" in ('draft', 'ordered', 'sent', 'accepted', 'declined', 'withdrawn', 'expired')),
	CONSTRAINT "drafts_shortage" CHECK ("drafts"."shortage" in ('reject', 'partial', 'backorder')),
	CONSTRAINT "drafts_ordered" CHECK (("drafts"."order_id" is not null) = ("drafts"."status" in ('ordered', 'accepted'))),
	CONSTRAINT "drafts_sent" CHECK (("drafts"."expires_at" is null) = ("drafts"."status" in ('draft', 'ordered'))),
	CONSTRAINT "drafts_lines" CHECK (jsonb_array_length("drafts"."lines") between 1 and 200),
	CONSTRAINT "drafts_subtotal" CHECK ("drafts"."subtotal_cents" between 0 and 999999999999)
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_buyer_id_entities_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_of_seller" ON "drafts" USING btree ("seller_id","created_at","id");--> statement-breakpoint
CREATE INDEX "drafts_of_buyer" ON "drafts" USING btree ("buyer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "drafts_open" ON "drafts" USING btree ("seller_id","buyer_id") WHERE "drafts"."status" in ('draft', 'sent');--> statement-breakpoint
CREATE INDEX "drafts_due" ON "drafts" USING btree ("expires_at") WHERE "drafts"."status" = 'sent';