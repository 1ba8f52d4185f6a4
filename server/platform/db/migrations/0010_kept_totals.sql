CREATE FUNCTION order_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_position(ARRAY['pending', 'accepted', 'preparing', 'shipped', 'delivered', 'cancelled'], status)
$$;
--> statement-breakpoint
CREATE FUNCTION stock_band(units bigint) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE WHEN units < 1 THEN 0 ELSE floor(ln(units::float8) / ln(2::float8))::int + 1 END)::smallint
$$;
--> statement-breakpoint
CREATE TABLE "stock_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"room_type" text NOT NULL,
	"items" bigint NOT NULL,
	"units" bigint NOT NULL,
	"worth" numeric(30, 4) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_totals" (
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"room_type" text NOT NULL,
	"items" bigint NOT NULL,
	"units" bigint NOT NULL,
	"worth" numeric(30, 4) NOT NULL,
	CONSTRAINT "stock_totals_entity_id_location_id_room_type_pk" PRIMARY KEY("entity_id","location_id","room_type")
);
--> statement-breakpoint
CREATE TABLE "audit_totals" (
	"entity_id" uuid PRIMARY KEY NOT NULL,
	"rows" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "band" smallint GENERATED ALWAYS AS (stock_band(available - blocked)) STORED;--> statement-breakpoint
CREATE INDEX "stock_changes_of_entity" ON "stock_changes" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_quantity" ON "inventory_items" USING btree ("entity_id","quantity","id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_available" ON "inventory_items" USING btree ("entity_id",("quantity" - "reserved_quantity"),"id");--> statement-breakpoint
CREATE INDEX "stock_levels_by_band" ON "stock_levels" USING btree ("entity_id","band");--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_latest_delivery" ON "orders" USING btree ("wholesaler_id","delivery_date" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_latest_delivery" ON "orders" USING btree ("retailer_id","delivery_date" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_rank" ON "orders" USING btree ("wholesaler_id",order_rank("status"),"id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_rank" ON "orders" USING btree ("retailer_id",order_rank("status"),"id");
--> statement-breakpoint
INSERT INTO "stock_totals" ("entity_id", "location_id", "room_type", "items", "units", "worth")
SELECT "entity_id", "location_id", "room_type", count(*), sum("quantity"), sum("quantity" * "average_cost")
FROM "inventory_items" GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "stock_totals" ("entity_id", "location_id", "room_type", "items", "units", "worth")
SELECT "entity_id", "location_id", 'any', count(*), 0, 0 FROM "stock_levels" GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO "audit_totals" ("entity_id", "rows")
SELECT "entity_id", count(*) FROM "audit_log"
WHERE "position" <= (SELECT max("through") FROM "audit_seals" WHERE "sealed_at" IS NOT NULL) GROUP BY 1;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  WITH added AS (
    INSERT INTO stock_levels (entity_id, location_id, variant_id, product_id, product_name, sku)
    SELECT DISTINCT entity_id, location_id, variant_id, product_id, product_name, sku FROM opened
    ORDER BY location_id, variant_id
    ON CONFLICT (location_id, variant_id) DO NOTHING
    RETURNING entity_id, location_id
  )
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth)
  SELECT entity_id, location_id, 'any', count(*), 0, 0 FROM added GROUP BY 1, 2
  UNION ALL
  SELECT entity_id, location_id, room_type, count(*), sum(quantity), sum(quantity * average_cost) FROM opened GROUP BY 1, 2, 3;
  UPDATE stock_levels l SET quantity = l.quantity + o.quantity, reserved_quantity = l.reserved_quantity + o.reserved,
    available = l.available + o.available
  FROM (
    SELECT location_id, variant_id, sum(quantity) AS quantity, sum(reserved_quantity) AS reserved,
      coalesce(sum(quantity - reserved_quantity) FILTER (WHERE room_type IN ('vault', 'sales_floor')), 0) AS available
    FROM opened WHERE quantity > 0 GROUP BY location_id, variant_id
  ) o
  WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_stock_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth)
  VALUES (NEW.entity_id, NEW.location_id, NEW.room_type, 0, NEW.quantity - OLD.quantity,
    NEW.quantity * NEW.average_cost - OLD.quantity * OLD.average_cost);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_items_add_change AFTER UPDATE ON inventory_items
  FOR EACH ROW WHEN (NEW.quantity <> OLD.quantity OR NEW.average_cost <> OLD.average_cost) EXECUTE FUNCTION add_stock_change();
