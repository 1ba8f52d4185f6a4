-- No row of stock is opened, and no product changes its category, while those that exist are counted.
LOCK TABLE "products", "inventory_items", "stock_levels" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "stock_categories" (
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"room_type" text NOT NULL,
	"category" text NOT NULL,
	"items" bigint NOT NULL,
	CONSTRAINT "stock_categories_entity_id_category_location_id_room_type_pk" PRIMARY KEY("entity_id","category","location_id","room_type")
);
--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "category" text DEFAULT '' NOT NULL;--> statement-breakpoint
INSERT INTO "stock_categories" ("entity_id", "location_id", "room_type", "category", "items")
SELECT i."entity_id", i."location_id", i."room_type", p."category", count(*)
FROM "inventory_items" i JOIN "products" p ON p."id" = i."product_id" GROUP BY 1, 2, 3, 4
UNION ALL
SELECT "entity_id", "location_id", 'any', "category", count(*) FROM "stock_levels" GROUP BY 1, 2, 4;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  WITH added AS (
    INSERT INTO stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku)
    SELECT DISTINCT o.entity_id, o.location_id, o.variant_id, o.product_id, o.product_name, p.category, o.sku
    FROM opened o JOIN products p ON p.id = o.product_id ORDER BY o.location_id, o.variant_id
    ON CONFLICT (location_id, variant_id) DO NOTHING
    RETURNING entity_id, location_id, category
  )
  INSERT INTO stock_changes (entity_id, location_id, room_type, category, items, units, worth)
  SELECT entity_id, location_id, 'any', category, count(*), 0, 0 FROM added GROUP BY 1, 2, 4
  UNION ALL
  SELECT o.entity_id, o.location_id, o.room_type, p.category, count(*), sum(o.quantity), sum(o.quantity * o.average_cost)
  FROM opened o JOIN products p ON p.id = o.product_id GROUP BY 1, 2, 3, 4;
  UPDATE stock_levels l SET quantity = l.quantity + o.quantity, reserved_quantity = l.reserved_quantity + o.reserved,
    available = l.available + o.available, worth = l.worth + o.worth
  FROM (
    SELECT location_id, variant_id, sum(quantity) AS quantity, sum(reserved_quantity) AS reserved,
      coalesce(sum(quantity - reserved_quantity) FILTER (WHERE room_type IN ('vault', 'sales_floor')), 0) AS available,
      sum(quantity * average_cost) AS worth
    FROM opened WHERE quantity > 0 GROUP BY location_id, variant_id
  ) o
  WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION recategorize_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Those who open stock of the product wait for its row, or were waited for: all of its stock is seen.
  INSERT INTO stock_changes (entity_id, location_id, room_type, category, items, units, worth)
  SELECT n.entity_id, n.location_id, n.room_type, c.category, c.sign * n.items, 0, 0
  FROM (
    SELECT entity_id, location_id, room_type, count(*) AS items FROM inventory_items WHERE product_id = NEW.id GROUP BY 1, 2, 3
    UNION ALL
    SELECT entity_id, location_id, 'any', count(*) FROM stock_levels WHERE product_id = NEW.id GROUP BY 1, 2
  ) n CROSS JOIN (VALUES (OLD.category, -1), (NEW.category, 1)) c (category, sign);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_recategorize_stock AFTER UPDATE ON products FOR EACH ROW
  WHEN (NEW.category <> OLD.category) EXECUTE FUNCTION recategorize_stock();
