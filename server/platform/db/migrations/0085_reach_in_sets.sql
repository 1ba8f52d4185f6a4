-- old writers: unsafe
-- Batches, lots and units in them that come in one statement are seen to once, not one by one: of 500 packages of one row of stock each
-- read all the others for the day on which the row expires.
CREATE FUNCTION expire_levels_of_opened_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY(SELECT DISTINCT n.inventory_item_id FROM added n WHERE n.quantity > 0));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION expire_levels_of_changed_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  items uuid[] := ARRAY(
    SELECT DISTINCT n.inventory_item_id FROM now_is n JOIN was o ON o.inventory_item_id = n.inventory_item_id AND o.lot_id = n.lot_id
    WHERE (n.quantity > 0) <> (o.quantity > 0));
BEGIN
  IF cardinality(items) > 0 THEN
    PERFORM expire_levels_of(items);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_created_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT n.entity_id, n.id, n.created_at FROM added n
  UNION SELECT p.entity_id, n.id, n.created_at FROM added n JOIN batches b ON b.id = n.batch_id AND b.adopted JOIN products p ON p.id = b.product_id
  ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_created_batches() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO batch_reach (entity_id, batch_id, batch_number, expires_on, created_at)
  SELECT n.entity_id, n.id, n.batch_id, n.expires_on, n.created_at FROM added n
  UNION SELECT p.entity_id, n.id, n.batch_id, n.expires_on, n.created_at FROM added n JOIN products p ON p.id = n.product_id WHERE n.adopted
  ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER inventory_lots_expire_level_opened ON inventory_lots;
--> statement-breakpoint
CREATE TRIGGER inventory_lots_expire_level_opened AFTER INSERT ON inventory_lots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION expire_levels_of_opened_lots();
--> statement-breakpoint
DROP TRIGGER inventory_lots_expire_level ON inventory_lots;
--> statement-breakpoint
CREATE TRIGGER inventory_lots_expire_level AFTER UPDATE ON inventory_lots REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION expire_levels_of_changed_lots();
--> statement-breakpoint
DROP FUNCTION expire_level_of_lot();
--> statement-breakpoint
DROP TRIGGER lots_reach ON lots;
--> statement-breakpoint
CREATE TRIGGER lots_reach AFTER UPDATE OF batch_id ON lots FOR EACH ROW EXECUTE FUNCTION reach_lot();
--> statement-breakpoint
CREATE TRIGGER lots_reach_created AFTER INSERT ON lots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reach_created_lots();
--> statement-breakpoint
DROP TRIGGER batches_reach_created ON batches;
--> statement-breakpoint
CREATE TRIGGER batches_reach_created AFTER INSERT ON batches REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reach_created_batches();
