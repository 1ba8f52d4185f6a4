-- old writers: unsafe
-- Milligrams of a package, by which stock is listed; a volume counts as water, and what has no weight is last.
CREATE FUNCTION package_weight(weight numeric, unit text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(round(weight * CASE unit WHEN 'mg' THEN 1 WHEN 'g' THEN 1000 WHEN 'kg' THEN 1000000 WHEN 'oz' THEN 28349.523125
    WHEN 'lb' THEN 453592.37 WHEN 'ml' THEN 1000 WHEN 'l' THEN 1000000 WHEN 'each' THEN 1000 END)::bigint, 999999999999999999)
$$;
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "package_mg" bigint DEFAULT package_weight(NULL, NULL) NOT NULL;
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
CREATE FUNCTION weigh_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for levels that are opened by the weight before; later ones read the new weight.
  PERFORM FROM product_variants WHERE id = NEW.id FOR UPDATE;
  UPDATE stock_levels SET package_mg = package_weight(NEW.weight, NEW.weight_unit) WHERE variant_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_variants_weigh_levels AFTER UPDATE OF weight, weight_unit ON product_variants FOR EACH ROW
WHEN (package_weight(OLD.weight, OLD.weight_unit) <> package_weight(NEW.weight, NEW.weight_unit))
EXECUTE FUNCTION weigh_stock_levels();
--> statement-breakpoint
-- in batches
UPDATE "stock_levels" s SET "package_mg" = package_weight(v."weight", v."weight_unit") FROM "product_variants" v
WHERE v."id" = s."variant_id" AND s."id" IN (
  SELECT l."id" FROM "stock_levels" l JOIN "product_variants" w ON w."id" = l."variant_id"
  WHERE l."package_mg" <> package_weight(w."weight", w."weight_unit") LIMIT 10000
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "stock_levels_in_order" ON "stock_levels" USING btree ("entity_id","product_name" collate names,"product_id","package_mg","variant_id","location_id","id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY "stock_levels_by_name";
