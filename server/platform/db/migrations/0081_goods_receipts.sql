-- old writers: unsafe
CREATE TABLE "goods_receipt_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"item_id" uuid NOT NULL,
	"lot_id" uuid,
	"quantity" integer NOT NULL,
	"unit_cost_cents" bigint,
	CONSTRAINT "goods_receipt_lines_quantity" CHECK ("goods_receipt_lines"."quantity" between 1 and 2000000000),
	CONSTRAINT "goods_receipt_lines_cost" CHECK ("goods_receipt_lines"."unit_cost_cents" between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "goods_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"location_id" uuid NOT NULL,
	"supplier_id" uuid,
	"seller_id" uuid,
	"supplier_name" text,
	"supplier_license" text,
	"supplier_state" text,
	"reference" text,
	"received_on" date NOT NULL,
	"notes" text,
	"units" bigint DEFAULT 0 NOT NULL,
	"cost_total" numeric(24, 2),
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"corrected_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "goods_receipts_number" UNIQUE("entity_id","number"),
	CONSTRAINT "goods_receipts_kind" CHECK ("goods_receipts"."kind" in ('purchase', 'found', 'harvest')),
	CONSTRAINT "goods_receipts_supplier" CHECK (num_nonnulls("goods_receipts"."supplier_id", "goods_receipts"."seller_id") = case "goods_receipts"."kind" when 'purchase' then 1 else 0 end and ("goods_receipts"."supplier_name" is not null) = ("goods_receipts"."kind" = 'purchase'))
);
--> statement-breakpoint
CREATE TABLE "goods_suppliers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"license_number" text,
	"state" text,
	"license_form" text GENERATED ALWAYS AS (nullif(license_form(license_number), '')) STORED,
	"name_form" text GENERATED ALWAYS AS (lower(normalize(name, NFKC))) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "external_ids" DROP CONSTRAINT "external_ids_type";--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "gave_tag_back" uuid;--> statement-breakpoint
ALTER TABLE "goods_receipt_lines" ADD CONSTRAINT "goods_receipt_lines_receipt_id_goods_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."goods_receipts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_receipt_lines" ADD CONSTRAINT "goods_receipt_lines_item_id_inventory_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_receipt_lines" ADD CONSTRAINT "goods_receipt_lines_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_receipts" ADD CONSTRAINT "goods_receipts_supplier_id_goods_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."goods_suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_receipts" ADD CONSTRAINT "goods_receipts_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_receipts" ADD CONSTRAINT "goods_receipts_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_suppliers" ADD CONSTRAINT "goods_suppliers_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goods_receipt_lines_of_receipt" ON "goods_receipt_lines" USING btree ("receipt_id","position");--> statement-breakpoint
CREATE INDEX "goods_receipt_lines_of_item" ON "goods_receipt_lines" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "goods_receipt_lines_of_lot" ON "goods_receipt_lines" USING btree ("lot_id") WHERE "goods_receipt_lines"."lot_id" is not null;--> statement-breakpoint
CREATE INDEX "goods_receipts_newest" ON "goods_receipts" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "goods_receipts_by_change" ON "goods_receipts" USING btree ("entity_id","updated_at");--> statement-breakpoint
CREATE INDEX "goods_receipts_of_supplier" ON "goods_receipts" USING btree ("supplier_id") WHERE "goods_receipts"."supplier_id" is not null;--> statement-breakpoint
CREATE INDEX "goods_receipts_of_seller" ON "goods_receipts" USING btree ("seller_id") WHERE "goods_receipts"."seller_id" is not null;--> statement-breakpoint
CREATE INDEX "goods_receipts_by_reference" ON "goods_receipts" USING btree ("entity_id",lower("reference")) WHERE "goods_receipts"."reference" is not null;--> statement-breakpoint
CREATE INDEX "goods_receipts_words" ON "goods_receipts" USING gin (search_key(("number" || chr(10) || coalesce("reference", '') || chr(10) || coalesce("supplier_name", ''))) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "goods_suppliers_license" ON "goods_suppliers" USING btree ("entity_id","license_form") WHERE "goods_suppliers"."license_form" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "goods_suppliers_name" ON "goods_suppliers" USING btree ("entity_id","name_form") WHERE "goods_suppliers"."license_form" is null;--> statement-breakpoint
CREATE INDEX "goods_suppliers_by_name" ON "goods_suppliers" USING btree ("entity_id","name" collate names,"id");--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_type" CHECK ("external_ids"."object_type" in ('customer', 'order', 'product', 'variant', 'location', 'invoice', 'payment', 'goods_receipt'));--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_gave_tag_back" CHECK ("lots"."gave_tag_back" is null or "lots"."gave_tag_back" = "lots"."id" and "lots"."package_tag" is null);--> statement-breakpoint
CREATE TRIGGER goods_receipts_updated_at BEFORE UPDATE ON goods_receipts FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER goods_suppliers_updated_at BEFORE UPDATE ON goods_suppliers FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.license_number IS DISTINCT FROM new.license_number OR old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "lots_once_each" ON "lots" USING btree ("batch_id","variant_id","entity_id","package_tag","gave_tag_back") NULLS NOT DISTINCT;
--> statement-breakpoint
ALTER TABLE "lots" DROP CONSTRAINT "lots_once", ADD CONSTRAINT "lots_once" UNIQUE USING INDEX "lots_once_each";
