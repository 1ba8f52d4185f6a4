-- old writers: unsafe
-- No request reads the quarters of an hour; the days of another timezone are counted from the orders, less what waits to be folded in.
CREATE OR REPLACE FUNCTION move_order_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM order_days WHERE entity_id = NEW.id;
  INSERT INTO order_days (entity_id, day, status, side, orders, units, cents)
  SELECT NEW.id, (c.placed_at AT TIME ZONE NEW.timezone)::date, c.status, c.side, sum(c.orders), sum(c.units), sum(c.cents)
  FROM (
    SELECT o.created_at AS placed_at, o.status, 'selling' AS side, 1 AS orders, o.units, o.total_cents AS cents FROM orders o
    WHERE o.wholesaler_id = NEW.id
    UNION ALL SELECT o.created_at, o.status, 'buying', 1, o.units, o.total_cents FROM orders o WHERE o.retailer_id = NEW.id
    UNION ALL SELECT w.placed_at, w.status, w.side, -w.orders, -w.units, -w.cents FROM order_changes w WHERE w.entity_id = NEW.id
  ) c GROUP BY 2, 3, 4 HAVING (sum(c.orders), sum(c.units), sum(c.cents)) IS DISTINCT FROM (0, 0, 0);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TABLE order_totals;
