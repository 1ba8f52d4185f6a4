CREATE TABLE "sales_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity_id" uuid NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"product_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL
);
--> statement-breakpoint
DROP TRIGGER orders_queue_inserted_sales ON orders;
--> statement-breakpoint
DROP TRIGGER orders_queue_sales ON orders;
--> statement-breakpoint
DROP FUNCTION queue_sales();
--> statement-breakpoint
-- What product_sales doesn't have yet: open orders, and delivered ones that were queued for a party.
INSERT INTO "sales_changes" ("entity_id", "placed_at", "product_id", "units", "cents")
SELECT p.entity_id, quarter_hour(o."created_at"), x."product_id", sum(x."quantity"), sum(x."total_cents")
FROM "orders" o CROSS JOIN LATERAL (VALUES (o."wholesaler_id"), (o."retailer_id")) p (entity_id)
  JOIN "order_items" x ON x."order_id" = o."id"
WHERE o."status" NOT IN ('delivered', 'cancelled') OR o."status" = 'delivered' AND EXISTS (
  SELECT FROM "sales_queue" q WHERE q."order_id" = o."id" AND q."entity_id" = p.entity_id)
GROUP BY 1, 2, 3;
--> statement-breakpoint
DROP TABLE "sales_queue";--> statement-breakpoint
CREATE INDEX "sales_changes_of_entity" ON "sales_changes" USING btree ("entity_id");
--> statement-breakpoint
CREATE FUNCTION add_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents)
  SELECT p.entity_id, o.created_at, x.product_id, x.quantity, x.total_cents
  FROM added x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id), (o.retailer_id)) p (entity_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION change_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents)
  SELECT p.entity_id, o.created_at, x.product_id, x.units, x.cents
  FROM (
    SELECT OLD.order_id AS order_id, OLD.product_id AS product_id, -OLD.quantity AS units, -OLD.total_cents AS cents
    UNION ALL SELECT NEW.order_id, NEW.product_id, NEW.quantity, NEW.total_cents WHERE TG_OP = 'UPDATE'
  ) x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id), (o.retailer_id)) p (entity_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION move_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents)
  SELECT p.entity_id, p.placed_at, x.product_id, p.sign * x.quantity, p.sign * x.total_cents
  FROM order_items x CROSS JOIN (VALUES
    (OLD.wholesaler_id, OLD.created_at, OLD.status, -1), (OLD.retailer_id, OLD.created_at, OLD.status, -1),
    (NEW.wholesaler_id, NEW.created_at, NEW.status, 1), (NEW.retailer_id, NEW.created_at, NEW.status, 1)
  ) p (entity_id, placed_at, status, sign)
  WHERE x.order_id = NEW.id AND p.status <> 'cancelled';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_items_add_sales AFTER INSERT ON order_items REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_sales();
--> statement-breakpoint
CREATE TRIGGER order_items_change_sales AFTER UPDATE ON order_items FOR EACH ROW
  WHEN ((NEW.order_id, NEW.product_id, NEW.quantity, NEW.total_cents)
    IS DISTINCT FROM (OLD.order_id, OLD.product_id, OLD.quantity, OLD.total_cents)) EXECUTE FUNCTION change_sales();
--> statement-breakpoint
CREATE TRIGGER order_items_remove_sales AFTER DELETE ON order_items FOR EACH ROW EXECUTE FUNCTION change_sales();
--> statement-breakpoint
CREATE TRIGGER orders_move_sales AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((NEW.status = 'cancelled', NEW.created_at, NEW.wholesaler_id, NEW.retailer_id)
    IS DISTINCT FROM (OLD.status = 'cancelled', OLD.created_at, OLD.wholesaler_id, OLD.retailer_id)) EXECUTE FUNCTION move_sales();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION requeue_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Days begin at another hour: all sales are added again. A fold waits for this row, or this row for it.
  DELETE FROM product_sales WHERE entity_id = NEW.id;
  DELETE FROM product_windows WHERE entity_id = NEW.id;
  DELETE FROM sales_windows WHERE entity_id = NEW.id;
  -- One statement, so that a line is in its orders or among the changes that stay.
  WITH gone AS (DELETE FROM sales_changes WHERE entity_id = NEW.id), placed AS (
    SELECT o.id, o.created_at FROM orders o WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled'
    UNION ALL SELECT o.id, o.created_at FROM orders o WHERE o.retailer_id = NEW.id AND o.status <> 'cancelled'
  )
  INSERT INTO product_sales (entity_id, day, product_id, units, cents)
  SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, x.product_id, sum(x.quantity), sum(x.total_cents)
  FROM placed o JOIN order_items x ON x.order_id = o.id GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
