CREATE TABLE "stock_levels" (
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"available" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_levels_location_id_variant_id_pk" PRIMARY KEY("location_id","variant_id"),
	CONSTRAINT "stock_levels_available" CHECK ("stock_levels"."available" >= 0)
);
--> statement-breakpoint
CREATE TABLE "retail_prices" (
	"entity_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"price_cents" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retail_prices_entity_id_variant_id_pk" PRIMARY KEY("entity_id","variant_id"),
	CONSTRAINT "retail_prices_price" CHECK ("retail_prices"."price_cents" between 0 and 999999999)
);
--> statement-breakpoint
ALTER TABLE "inventory_items" ADD COLUMN "average_cost" numeric(14, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD COLUMN "synced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "low_stock_threshold" integer;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_prices" ADD CONSTRAINT "retail_prices_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_prices" ADD CONSTRAINT "retail_prices_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "inventory_items" SET "average_cost" = "unit_cost_cents" / 100.0, "synced_at" = CASE WHEN "last_sync" > "created_at" THEN "last_sync" END;--> statement-breakpoint
INSERT INTO "stock_levels" ("entity_id", "location_id", "variant_id", "available")
SELECT "entity_id", "location_id", "variant_id", sum("quantity" - "reserved_quantity") FROM "inventory_items"
WHERE "room_type" in ('vault', 'sales_floor') GROUP BY "entity_id", "location_id", "variant_id";--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_average_cost" CHECK ("inventory_items"."average_cost" between 0 and 9999999.99);--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_threshold" CHECK ("product_variants"."low_stock_threshold" between 0 and 1000000);--> statement-breakpoint
CREATE INDEX "stock_levels_of_entity" ON "stock_levels" USING btree ("entity_id","location_id");--> statement-breakpoint
CREATE INDEX "product_variants_with_threshold" ON "product_variants" USING btree ("entity_id") WHERE "product_variants"."low_stock_threshold" is not null;--> statement-breakpoint
CREATE FUNCTION open_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  INSERT INTO stock_levels (entity_id, location_id, variant_id)
  SELECT DISTINCT entity_id, location_id, variant_id FROM opened WHERE room_type IN ('vault', 'sales_floor')
  ORDER BY location_id, variant_id
  ON CONFLICT (location_id, variant_id) DO NOTHING;
  UPDATE stock_levels l SET available = l.available + o.available
  FROM (
    SELECT location_id, variant_id, sum(quantity - reserved_quantity) AS available FROM opened
    WHERE room_type IN ('vault', 'sales_floor') AND quantity > reserved_quantity
    GROUP BY location_id, variant_id
  ) o
  WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER inventory_items_open_levels AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS opened
  FOR EACH STATEMENT EXECUTE FUNCTION open_stock_levels();
