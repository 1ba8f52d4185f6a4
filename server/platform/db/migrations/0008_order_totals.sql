CREATE TABLE "order_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity_id" uuid NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"orders" bigint NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_totals" (
	"entity_id" uuid NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"orders" bigint NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "order_totals_entity_id_placed_at_status_pk" PRIMARY KEY("entity_id","placed_at","status")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "units" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_changes_of_entity" ON "order_changes" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_total" ON "orders" USING btree ("wholesaler_id","total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_total" ON "orders" USING btree ("retailer_id","total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_delivery" ON "orders" USING btree ("wholesaler_id","delivery_date","id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_delivery" ON "orders" USING btree ("retailer_id","delivery_date","id");--> statement-breakpoint
CREATE INDEX "orders_number_search" ON "orders" USING gin (search_fold("order_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_po_search" ON "orders" USING gin (search_fold("po_number") gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION quarter_hour(moment timestamp with time zone) RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin('15 minutes', moment, '2000-01-01T00:00:00Z'::timestamptz)
$$;
--> statement-breakpoint
ALTER TABLE "orders" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "orders" o SET "units" = x.units FROM (
  SELECT "order_id", sum("quantity") AS units FROM "order_items" GROUP BY "order_id"
) x WHERE x."order_id" = o."id";
--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;
--> statement-breakpoint
INSERT INTO "order_totals" ("entity_id", "placed_at", "status", "orders", "units", "cents")
SELECT p.entity_id, quarter_hour(o."created_at"), o."status", count(*), sum(o."units"), sum(o."total_cents")
FROM "orders" o CROSS JOIN LATERAL (VALUES (o."wholesaler_id"), (o."retailer_id")) p (entity_id)
GROUP BY p.entity_id, quarter_hour(o."created_at"), o."status";
--> statement-breakpoint
CREATE FUNCTION add_order_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_changes (entity_id, placed_at, status, orders, units, cents)
  SELECT p.entity_id, quarter_hour(o.created_at), o.status, 1, o.units, o.total_cents
  FROM added o CROSS JOIN LATERAL (VALUES (o.wholesaler_id), (o.retailer_id)) p (entity_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION move_order_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_changes (entity_id, placed_at, status, orders, units, cents)
  SELECT p.entity_id, quarter_hour(p.created_at), p.status, p.orders, p.units, p.cents
  FROM was o JOIN now_is n ON n.id = o.id
    AND (n.status, n.units, n.total_cents, n.created_at) IS DISTINCT FROM (o.status, o.units, o.total_cents, o.created_at)
    CROSS JOIN LATERAL (VALUES
      (o.wholesaler_id, o.created_at, o.status, -1, -o.units, -o.total_cents),
      (o.retailer_id, o.created_at, o.status, -1, -o.units, -o.total_cents),
      (n.wholesaler_id, n.created_at, n.status, 1, n.units, n.total_cents),
      (n.retailer_id, n.created_at, n.status, 1, n.units, n.total_cents)
    ) p (entity_id, created_at, status, orders, units, cents);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_add_changes AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_order_changes();
--> statement-breakpoint
CREATE TRIGGER orders_move_changes AFTER UPDATE ON orders REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION move_order_changes();
