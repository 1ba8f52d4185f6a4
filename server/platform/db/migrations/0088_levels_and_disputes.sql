-- old writers: unsafe
CREATE TABLE "dispute_lines" (
	"dispute_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"sku" text NOT NULL,
	"unit" text,
	"step" integer,
	"invoiced_quantity" integer NOT NULL,
	"invoiced_price_cents" bigint NOT NULL,
	"quantity" integer,
	"unit_price_cents" bigint,
	CONSTRAINT "dispute_lines_dispute_id_item_id_pk" PRIMARY KEY("dispute_id","item_id"),
	CONSTRAINT "dispute_lines_quantity" CHECK ("dispute_lines"."quantity" between 0 and "dispute_lines"."invoiced_quantity"),
	CONSTRAINT "dispute_lines_price" CHECK ("dispute_lines"."unit_price_cents" between 0 and "dispute_lines"."invoiced_price_cents")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"decline_note" text,
	"credit_note_id" uuid,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open', 'credited', 'declined', 'withdrawn')),
	CONSTRAINT "disputes_reason" CHECK ("disputes"."reason" in ('price', 'quantity', 'quality', 'not_ordered', 'other')),
	CONSTRAINT "disputes_credited" CHECK (("disputes"."status" = 'credited') = ("disputes"."credit_note_id" is not null)),
	CONSTRAINT "disputes_closed" CHECK (("disputes"."status" = 'open') = ("disputes"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "levels_wanted" (
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"reorder_point" integer,
	"par" integer,
	"opened" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "levels_wanted_location_id_variant_id_pk" PRIMARY KEY("location_id","variant_id"),
	CONSTRAINT "levels_wanted_some" CHECK (num_nonnulls("levels_wanted"."reorder_point", "levels_wanted"."par") > 0 or "levels_wanted"."opened"),
	CONSTRAINT "levels_wanted_bounds" CHECK ("levels_wanted"."reorder_point" between 0 and 1000000 and "levels_wanted"."par" between 0 and 1000000),
	CONSTRAINT "levels_wanted_order" CHECK ("levels_wanted"."par" >= "levels_wanted"."reorder_point")
);
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
ALTER TABLE "dispute_lines" ADD CONSTRAINT "dispute_lines_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_credit_note_id_credit_notes_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_invoice" FOREIGN KEY ("seller_id","buyer_id","invoice_id") REFERENCES "public"."invoices"("seller_id","buyer_id","id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "levels_wanted" ADD CONSTRAINT "levels_wanted_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "levels_wanted" ADD CONSTRAINT "levels_wanted_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_lines_of_item" ON "dispute_lines" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "disputes_of_seller" ON "disputes" USING btree ("seller_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "disputes_of_buyer" ON "disputes" USING btree ("buyer_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "disputes_by_change" ON "disputes" USING btree ("seller_id","updated_at");--> statement-breakpoint
CREATE INDEX "disputes_by_change_of_buyer" ON "disputes" USING btree ("buyer_id","updated_at");--> statement-breakpoint
CREATE INDEX "disputes_of_invoice" ON "disputes" USING btree ("invoice_id","created_at");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("seller_id","buyer_id") WHERE "disputes"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_credit" ON "disputes" USING btree ("credit_note_id") WHERE "disputes"."credit_note_id" is not null;--> statement-breakpoint
CREATE INDEX "levels_wanted_of_entity" ON "levels_wanted" USING btree ("entity_id","variant_id","location_id");--> statement-breakpoint
CREATE INDEX "levels_wanted_by_point" ON "levels_wanted" USING btree ("entity_id","reorder_point");--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('inventory', 'count', 'products', 'customers', 'opening_balances', 'goods_receipts', 'levels_wanted'));--> statement-breakpoint
CREATE TRIGGER disputes_updated_at BEFORE UPDATE ON disputes FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER levels_wanted_updated_at BEFORE UPDATE ON levels_wanted FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();
