ALTER TABLE "stock_levels" DROP CONSTRAINT "stock_levels_variant_id_product_variants_id_fk";
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "product_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "product_name" text;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "quantity" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "reserved_quantity" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
INSERT INTO "stock_levels" ("entity_id", "location_id", "variant_id")
SELECT DISTINCT "entity_id", "location_id", "variant_id" FROM "inventory_items" ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "stock_levels" l SET "product_id" = i."product_id", "product_name" = i."product_name", "sku" = i."sku",
  "quantity" = i."quantity", "reserved_quantity" = i."reserved_quantity", "created_at" = i."created_at"
FROM (
  SELECT "location_id", "variant_id", min("product_id"::text)::uuid AS "product_id", min("product_name") AS "product_name",
    min("sku") AS "sku", sum("quantity") AS "quantity", sum("reserved_quantity") AS "reserved_quantity",
    min("created_at") AS "created_at"
  FROM "inventory_items" GROUP BY "location_id", "variant_id"
) i WHERE i."location_id" = l."location_id" AND i."variant_id" = l."variant_id";--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "product_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "product_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "sku" SET NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  INSERT INTO stock_levels (entity_id, location_id, variant_id, product_id, product_name, sku)
  SELECT DISTINCT entity_id, location_id, variant_id, product_id, product_name, sku FROM opened
  ORDER BY location_id, variant_id
  ON CONFLICT (location_id, variant_id) DO NOTHING;
  UPDATE stock_levels l SET quantity = l.quantity + o.quantity, reserved_quantity = l.reserved_quantity + o.reserved,
    available = l.available + o.available
  FROM (
    SELECT location_id, variant_id, sum(quantity) AS quantity, sum(reserved_quantity) AS reserved,
      coalesce(sum(quantity - reserved_quantity) FILTER (WHERE room_type IN ('vault', 'sales_floor')), 0) AS available
    FROM opened WHERE quantity > 0 GROUP BY location_id, variant_id
  ) o
  WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id;
  RETURN NULL;
END $$;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_product_id_product_name_products_id_name_fk" FOREIGN KEY ("product_id","product_name") REFERENCES "public"."products"("id","name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_variant_id_sku_product_variants_id_sku_fk" FOREIGN KEY ("variant_id","sku") REFERENCES "public"."product_variants"("id","sku") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "stock_levels_by_name" ON "stock_levels" USING btree ("entity_id","product_name" collate names,"id","location_id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_location" ON "stock_levels" USING btree ("entity_id","location_id","product_name" collate names,"id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_age" ON "stock_levels" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_sku" ON "stock_levels" USING btree ("entity_id","sku");--> statement-breakpoint
CREATE INDEX "stock_levels_of_product" ON "stock_levels" USING btree ("product_id","entity_id");--> statement-breakpoint
CREATE INDEX "stock_levels_of_variant" ON "stock_levels" USING btree ("variant_id","entity_id");--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_stock" CHECK (0 <= "stock_levels"."reserved_quantity" and "stock_levels"."reserved_quantity" <= "stock_levels"."quantity");