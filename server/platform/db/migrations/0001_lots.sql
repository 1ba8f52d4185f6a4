CREATE TABLE "inventory_lots" (
	"inventory_item_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"reserved_quantity" integer NOT NULL,
	CONSTRAINT "inventory_lots_inventory_item_id_lot_id_pk" PRIMARY KEY("inventory_item_id","lot_id"),
	CONSTRAINT "inventory_lots_stock" CHECK (0 <= "inventory_lots"."reserved_quantity" and "inventory_lots"."reserved_quantity" <= "inventory_lots"."quantity")
);
--> statement-breakpoint
CREATE TABLE "batch_holds" (
	"batch_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"held_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batch_holds_batch_id_entity_id_pk" PRIMARY KEY("batch_id","entity_id")
);
--> statement-breakpoint
CREATE TABLE "batch_notices" (
	"batch_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"expires_on" date NOT NULL,
	"days" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batch_notices_batch_id_entity_id_expires_on_days_pk" PRIMARY KEY("batch_id","entity_id","expires_on","days"),
	CONSTRAINT "batch_notices_days" CHECK ("batch_notices"."days" in (30, 7, 0))
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"batch_id" text NOT NULL,
	"harvested_on" date,
	"packaged_on" date,
	"expires_on" date,
	"test_status" text DEFAULT 'untested' NOT NULL,
	"held_at" timestamp (3) with time zone,
	"hold_reason" text,
	"recall_id" uuid,
	"entity_id" uuid NOT NULL,
	"adopted" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "batches_number" UNIQUE("product_id","entity_id","batch_id"),
	CONSTRAINT "batches_batch_id" CHECK (length("batches"."batch_id") between 1 and 100),
	CONSTRAINT "batches_test_status" CHECK ("batches"."test_status" in ('untested', 'passed', 'failed', 'exempt')),
	CONSTRAINT "batches_hold" CHECK ("batches"."held_at" is not null or ("batches"."hold_reason" is null and "batches"."recall_id" is null))
);
--> statement-breakpoint
CREATE TABLE "lot_sources" (
	"lot_id" uuid NOT NULL,
	"source_lot_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "lot_sources_lot_id_source_lot_id_pk" PRIMARY KEY("lot_id","source_lot_id"),
	CONSTRAINT "lot_sources_quantity" CHECK ("lot_sources"."quantity" > 0 and "lot_sources"."lot_id" <> "lot_sources"."source_lot_id")
);
--> statement-breakpoint
CREATE TABLE "lots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"variant_id" uuid,
	"package_tag" text,
	"entity_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lots_tag" UNIQUE("entity_id","package_tag"),
	CONSTRAINT "lots_once" UNIQUE NULLS NOT DISTINCT("batch_id","variant_id","entity_id","package_tag"),
	CONSTRAINT "lots_package_tag" CHECK (length("lots"."package_tag") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"license_number" text NOT NULL,
	"phone" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "drivers_entity_id" UNIQUE("entity_id","id")
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"make" text NOT NULL,
	"model" text NOT NULL,
	"plate" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "vehicles_entity_id" UNIQUE("entity_id","id")
);
--> statement-breakpoint
CREATE TABLE "receipt_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"lot_id" uuid,
	"accepted" integer NOT NULL,
	"rejected" integer NOT NULL,
	"damaged" integer NOT NULL,
	"reason_code" text,
	"inventory_item_id" uuid,
	CONSTRAINT "receipt_lines_once" UNIQUE NULLS NOT DISTINCT("receipt_id","order_item_id","lot_id"),
	CONSTRAINT "receipt_lines_units" CHECK ("receipt_lines"."accepted" >= 0 and "receipt_lines"."rejected" >= 0 and "receipt_lines"."damaged" >= 0),
	CONSTRAINT "receipt_lines_reason" CHECK ("receipt_lines"."reason_code" is not null or "receipt_lines"."rejected" + "receipt_lines"."damaged" = 0)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"notes" text,
	"credit_cents" bigint NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"corrected_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "receipts_of_order" UNIQUE("order_id"),
	CONSTRAINT "receipts_credit" CHECK ("receipts"."credit_cents" between 0 and 999999999999)
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"return_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"lot_id" uuid,
	"quantity" integer NOT NULL,
	"received" integer,
	CONSTRAINT "return_lines_once" UNIQUE NULLS NOT DISTINCT("return_id","order_item_id","lot_id"),
	CONSTRAINT "return_lines_units" CHECK ("return_lines"."quantity" > 0 and "return_lines"."received" >= 0)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid,
	"notes" text,
	"actor_id" uuid,
	"actor_name" text,
	"received_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "returns_received" CHECK (num_nulls("returns"."received_at", "returns"."location_id") in (0, 2))
);
--> statement-breakpoint
CREATE TABLE "order_allocations" (
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"inventory_item_id" uuid NOT NULL,
	"lot_id" uuid,
	"quantity" integer NOT NULL,
	"shipped_at" timestamp (3) with time zone,
	CONSTRAINT "order_allocations_once" UNIQUE NULLS NOT DISTINCT("order_item_id","inventory_item_id","lot_id"),
	CONSTRAINT "order_allocations_quantity" CHECK ("order_allocations"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "recall_batches" (
	"recall_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "recall_batches_recall_id_batch_id_pk" PRIMARY KEY("recall_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "recall_responses" (
	"recall_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"held" integer NOT NULL,
	"quarantined" integer,
	"destroyed" integer,
	"returned" integer,
	"already_sold" integer,
	"notes" text,
	"actor_id" uuid,
	"actor_name" text,
	"responded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_responses_recall_id_entity_id_pk" PRIMARY KEY("recall_id","entity_id"),
	CONSTRAINT "recall_responses_units" CHECK ("recall_responses"."held" >= 0 and "recall_responses"."quarantined" >= 0 and "recall_responses"."destroyed" >= 0 and "recall_responses"."returned" >= 0 and "recall_responses"."already_sold" >= 0),
	CONSTRAINT "recall_responses_complete" CHECK (num_nulls("recall_responses"."responded_at", "recall_responses"."quarantined", "recall_responses"."destroyed", "recall_responses"."returned", "recall_responses"."already_sold") in (0, 5))
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"class" text NOT NULL,
	"reason" text NOT NULL,
	"instructions" text NOT NULL,
	"include_derived" boolean DEFAULT false NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"close_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "recalls_class" CHECK ("recalls"."class" in ('I', 'II', 'III'))
);
--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "require_manifest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "receiving_room" text DEFAULT 'vault' NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD COLUMN "lot_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD COLUMN "lot_reserved" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD COLUMN "lot_id" uuid;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD COLUMN "lot_basis" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "shipped_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "received_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "driver_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vehicle_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "departed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "estimated_arrival" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recall_id" uuid;--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "batch" uuid;--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "extracted" jsonb;--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "mismatches" jsonb;--> statement-breakpoint
ALTER TABLE "inventory_lots" ADD CONSTRAINT "inventory_lots_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_lots" ADD CONSTRAINT "inventory_lots_entity_id_inventory_item_id_inventory_items_entity_id_id_fk" FOREIGN KEY ("entity_id","inventory_item_id") REFERENCES "public"."inventory_items"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_holds" ADD CONSTRAINT "batch_holds_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_holds" ADD CONSTRAINT "batch_holds_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_notices" ADD CONSTRAINT "batch_notices_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_notices" ADD CONSTRAINT "batch_notices_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_sources" ADD CONSTRAINT "lot_sources_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_sources" ADD CONSTRAINT "lot_sources_source_lot_id_lots_id_fk" FOREIGN KEY ("source_lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_inventory_item_id_inventory_items_id_fk" FOREIGN KEY ("inventory_item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_allocations" ADD CONSTRAINT "order_allocations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_allocations" ADD CONSTRAINT "order_allocations_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_allocations" ADD CONSTRAINT "order_allocations_inventory_item_id_inventory_items_id_fk" FOREIGN KEY ("inventory_item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_allocations" ADD CONSTRAINT "order_allocations_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_batches" ADD CONSTRAINT "recall_batches_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_batches" ADD CONSTRAINT "recall_batches_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD CONSTRAINT "recall_responses_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_responses" ADD CONSTRAINT "recall_responses_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_lots_present" ON "inventory_lots" USING btree ("inventory_item_id") WHERE "inventory_lots"."quantity" > 0;--> statement-breakpoint
CREATE INDEX "inventory_lots_of_lot" ON "inventory_lots" USING btree ("lot_id","entity_id");--> statement-breakpoint
CREATE INDEX "inventory_lots_of_entity" ON "inventory_lots" USING btree ("entity_id","lot_id");--> statement-breakpoint
CREATE INDEX "batch_holds_of_entity" ON "batch_holds" USING btree ("entity_id","batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "batches_adopted_number" ON "batches" USING btree ("product_id","batch_id") WHERE "batches"."adopted";--> statement-breakpoint
CREATE INDEX "batches_of_creator" ON "batches" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "batches_by_expiration" ON "batches" USING btree ("expires_on","id") WHERE "batches"."expires_on" is not null;--> statement-breakpoint
CREATE INDEX "lot_sources_of_source" ON "lot_sources" USING btree ("source_lot_id","lot_id");--> statement-breakpoint
CREATE INDEX "lots_of_batch" ON "lots" USING btree ("batch_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lots_of_creator" ON "lots" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "drivers_by_age" ON "drivers" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "vehicles_by_age" ON "vehicles" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "receipt_lines_of_line" ON "receipt_lines" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "receipts_of_entity" ON "receipts" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "returns_of_receipt" ON "returns" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "returns_of_order" ON "returns" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "returns_of_entity" ON "returns" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "order_allocations_of_order" ON "order_allocations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_allocations_of_stock" ON "order_allocations" USING btree ("inventory_item_id") WHERE "order_allocations"."shipped_at" is null;--> statement-breakpoint
CREATE INDEX "order_allocations_of_lot" ON "order_allocations" USING btree ("lot_id") WHERE "order_allocations"."lot_id" is not null;--> statement-breakpoint
CREATE INDEX "order_allocations_with_lot" ON "order_allocations" USING btree ("order_item_id") WHERE "order_allocations"."lot_id" is not null;--> statement-breakpoint
CREATE INDEX "recall_batches_of_batch" ON "recall_batches" USING btree ("batch_id","recall_id");--> statement-breakpoint
CREATE INDEX "recall_responses_of_entity" ON "recall_responses" USING btree ("entity_id","recall_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recalls_open" ON "recalls" USING btree ("batch_id") WHERE "recalls"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "recalls_of_batch" ON "recalls" USING btree ("batch_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recalls_of_entity" ON "recalls" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD CONSTRAINT "inventory_movements_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wholesaler_id_driver_id_drivers_entity_id_id_fk" FOREIGN KEY ("wholesaler_id","driver_id") REFERENCES "public"."drivers"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wholesaler_id_vehicle_id_vehicles_entity_id_id_fk" FOREIGN KEY ("wholesaler_id","vehicle_id") REFERENCES "public"."vehicles"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_movements_of_lot" ON "inventory_movements" USING btree ("lot_id","position") WHERE "inventory_movements"."lot_id" is not null;--> statement-breakpoint
CREATE INDEX "product_coas_of_batch" ON "product_coas" USING btree ("batch","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_receiving_room" CHECK ("locations"."receiving_room" in ('vault', 'quarantine'));--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_lots" CHECK (0 <= "inventory_items"."lot_reserved" and "inventory_items"."lot_reserved" <= "inventory_items"."lot_quantity" and "inventory_items"."lot_quantity" <= "inventory_items"."quantity" and "inventory_items"."lot_reserved" <= "inventory_items"."reserved_quantity" and "inventory_items"."reserved_quantity" - "inventory_items"."lot_reserved" <= "inventory_items"."quantity" - "inventory_items"."lot_quantity");--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD CONSTRAINT "inventory_movements_lot" CHECK ("inventory_movements"."lot_basis" in ('stated', 'inferred') and "inventory_movements"."lot_id" is not null or num_nonnulls("inventory_movements"."lot_id", "inventory_movements"."lot_basis") = 0);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_delivered" CHECK (0 <= "order_items"."received_quantity" and "order_items"."received_quantity" <= "order_items"."shipped_quantity" and "order_items"."shipped_quantity" <= "order_items"."quantity");
--> statement-breakpoint
-- `batches` refers to products, and a recall to its batch: Drizzle declares each reference in one direction.
ALTER TABLE "product_coas" ADD CONSTRAINT "product_coas_batch" FOREIGN KEY ("batch") REFERENCES "batches" ("id");
--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_recall" FOREIGN KEY ("recall_id") REFERENCES "recalls" ("id");
--> statement-breakpoint
INSERT INTO "order_allocations" ("order_id", "order_item_id", "inventory_item_id", "quantity")
  SELECT "order_id", "order_item_id", "inventory_item_id", "quantity" FROM "order_reservations";
--> statement-breakpoint
DROP TABLE "order_reservations";
--> statement-breakpoint
UPDATE "order_items" x SET "shipped_quantity" = x."quantity",
  "received_quantity" = CASE WHEN o."status" = 'delivered' THEN x."quantity" ELSE 0 END
  FROM "orders" o WHERE o."id" = x."order_id" AND o."status" IN ('shipped', 'delivered');
--> statement-breakpoint
CREATE TRIGGER "batches_updated_at" BEFORE UPDATE ON "batches"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "recalls_updated_at" BEFORE UPDATE ON "recalls"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "receipts_updated_at" BEFORE UPDATE ON "receipts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "returns_updated_at" BEFORE UPDATE ON "returns"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "drivers_updated_at" BEFORE UPDATE ON "drivers"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "vehicles_updated_at" BEFORE UPDATE ON "vehicles"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
