CREATE TABLE "product_sales" (
	"entity_id" uuid NOT NULL,
	"day" date NOT NULL,
	"product_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "product_sales_entity_id_day_product_id_pk" PRIMARY KEY("entity_id","day","product_id")
);
--> statement-breakpoint
CREATE TABLE "sales_queue" (
	"entity_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	CONSTRAINT "sales_queue_entity_id_order_id_pk" PRIMARY KEY("entity_id","order_id")
);
--> statement-breakpoint
INSERT INTO "product_sales" ("entity_id", "day", "product_id", "units", "cents")
SELECT e."id", (o."created_at" AT TIME ZONE e."timezone")::date, x."product_id", sum(x."quantity"), sum(x."total_cents")
FROM "orders" o JOIN "entities" e ON e."id" IN (o."wholesaler_id", o."retailer_id") JOIN "order_items" x ON x."order_id" = o."id"
WHERE o."status" = 'delivered' GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION queue_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_queue (entity_id, order_id) VALUES (NEW.wholesaler_id, NEW.id), (NEW.retailer_id, NEW.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_queue_inserted_sales AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.status = 'delivered') EXECUTE FUNCTION queue_sales();
--> statement-breakpoint
CREATE TRIGGER orders_queue_sales AFTER UPDATE ON orders
  FOR EACH ROW WHEN (NEW.status = 'delivered' AND OLD.status <> 'delivered') EXECUTE FUNCTION queue_sales();
--> statement-breakpoint
CREATE FUNCTION requeue_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Days begin at another hour: all sales are added again.
  DELETE FROM product_sales WHERE entity_id = NEW.id;
  INSERT INTO sales_queue (entity_id, order_id)
  SELECT NEW.id, o.id FROM orders o WHERE o.wholesaler_id = NEW.id AND o.status = 'delivered'
  UNION ALL SELECT NEW.id, o.id FROM orders o WHERE o.retailer_id = NEW.id AND o.status = 'delivered'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER entities_requeue_sales AFTER UPDATE OF timezone ON entities
  FOR EACH ROW WHEN (NEW.timezone <> OLD.timezone) EXECUTE FUNCTION requeue_sales();
