CREATE TABLE "order_days" (
	"entity_id" uuid NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"orders" bigint NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "order_days_entity_id_day_status_pk" PRIMARY KEY("entity_id","day","status")
);
--> statement-breakpoint
LOCK TABLE "order_totals" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO "order_days" ("entity_id", "day", "status", "orders", "units", "cents")
SELECT t."entity_id", (t."placed_at" AT TIME ZONE e."timezone")::date, t."status", sum(t."orders"), sum(t."units"), sum(t."cents")
FROM "order_totals" t JOIN "entities" e ON e."id" = t."entity_id" GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION move_order_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM order_days WHERE entity_id = NEW.id;
  INSERT INTO order_days (entity_id, day, status, orders, units, cents)
  SELECT NEW.id, (placed_at AT TIME ZONE NEW.timezone)::date, status, sum(orders), sum(units), sum(cents)
  FROM order_totals WHERE entity_id = NEW.id GROUP BY 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER entities_move_order_days AFTER UPDATE OF timezone ON entities
  FOR EACH ROW WHEN (NEW.timezone <> OLD.timezone) EXECUTE FUNCTION move_order_days();
