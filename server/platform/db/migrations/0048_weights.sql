-- old writers: unsafe
-- Values are quantity × step × cost, of up to eight decimals; a level stays at quantity × cost, since all of it has one step.
ALTER TABLE "stock_changes" ALTER COLUMN "worth" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_changes" ALTER COLUMN "sold_worth" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_flows" ALTER COLUMN "worth" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_flows" ALTER COLUMN "sold_worth" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "stock_totals" ALTER COLUMN "worth" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "variant_stock" ALTER COLUMN "worth" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_unit" CHECK ("product_variants"."unit" in ('g', 'oz', 'lb', 'kg'));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_stock_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth, variant_id)
  SELECT NEW.entity_id, NEW.location_id, NEW.room_type, 0, NEW.quantity - OLD.quantity,
    (NEW.quantity * NEW.average_cost - OLD.quantity * OLD.average_cost) * coalesce(v.step * 0.0001, 1), NEW.variant_id
  FROM product_variants v WHERE v.id = NEW.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_sale_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth, sold_units, sold_worth, moved_at, variant_id)
  SELECT i.entity_id, i.location_id, i.room_type, 0, 0, 0, -NEW.delta, -NEW.delta * i.average_cost * coalesce(v.step * 0.0001, 1),
    quarter_hour(NEW.created_at), i.variant_id
  FROM inventory_items i JOIN product_variants v ON v.id = i.variant_id WHERE i.id = NEW.item_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  WITH packages AS MATERIALIZED (
    -- The key is locked so that a weight that changes meanwhile waits, or is read.
    SELECT v.id, package_weight(v.weight, v.weight_unit) AS mg FROM product_variants v
    WHERE v.id IN (SELECT o.variant_id FROM opened o WHERE NOT EXISTS (
      SELECT FROM stock_levels l WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id))
    ORDER BY v.id FOR KEY SHARE
  ), added AS (
    INSERT INTO stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku, package_mg)
    SELECT DISTINCT o.entity_id, o.location_id, o.variant_id, o.product_id, o.product_name, p.category, o.sku, k.mg
    FROM opened o JOIN products p ON p.id = o.product_id JOIN packages k ON k.id = o.variant_id ORDER BY o.location_id, o.variant_id
    ON CONFLICT (location_id, variant_id) DO NOTHING
    RETURNING entity_id, location_id, category
  )
  INSERT INTO stock_changes (entity_id, location_id, room_type, category, variant_id, items, units, worth)
  SELECT entity_id, location_id, 'any', category, NULL::uuid, count(*), 0, 0 FROM added GROUP BY 1, 2, 4
  UNION ALL
  -- Rows without units count together.
  SELECT o.entity_id, o.location_id, o.room_type, p.category, CASE WHEN o.quantity > 0 THEN o.variant_id END, count(*), sum(o.quantity),
    sum(o.quantity * o.average_cost * coalesce(v.step * 0.0001, 1))
  FROM opened o JOIN products p ON p.id = o.product_id JOIN product_variants v ON v.id = o.variant_id GROUP BY 1, 2, 3, 4, 5;
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
